// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fairpca/kernels/bandwidth.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "measure/evaluate_tables.h"
#include "measure/messages.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// How far coordinates and reconstructions may be from those of the components, relative to the
/// rows: models fitted in single precision are still theirs.
constexpr double kSameNumbers = 1e-6;

void check_shape(const RowsRef& array, const char* name, Index rows, Index columns) {
  if (array.rows() != rows || (columns >= 0 && array.cols() != columns)) {
    reject(measure_message<"given-array-shape">(
        "what"_is(name), "rows"_is(array.rows()), "columns"_is(array.cols()),
        "expected"_is(columns < 0 ? fmt::format("{} rows", rows)
                                  : fmt::format("{} rows and {} columns", rows, columns))));
  }
  for (Index i = 0; i < array.rows(); ++i) {
    for (Index j = 0; j < array.cols(); ++j) {
      if (std::isfinite(array(i, j))) continue;
      reject(measure_message<"array-not-finite">("what"_is(name), "row"_is(i + 1),
                                                 "column"_is(j + 1)));
    }
  }
}

void check_arrays(const OtherModel& model, const GivenRows& given) {
  const Index n = given.numbers.rows(), p = given.numbers.cols();
  if (n == 0) reject(measure_message<"arrays-without-rows">());
  check_shape(given.numbers, "X", n, p);
  if (model.mean.size() != 0) check_shape(RowsRef(model.mean), "mean", p, 1);
  if (model.components.size() != 0) {
    check_shape(RowsRef(model.components), "components", p, model.components.cols());
  }
  if (given.coordinates) {
    const bool has_columns = given.coordinates->cols() > 0;
    check_shape(*given.coordinates, "coordinates", n, has_columns ? -1 : 1);
  }
  if (given.reconstructions) check_shape(*given.reconstructions, "reconstructions", n, p);
}

RowMatrix dense(const RowsRef& array) {
  RowMatrix copy(array.rows(), array.cols());
  for (Index i = 0; i < array.rows(); ++i) array.copy_row(i, copy.row(i).data());
  return copy;
}

/// One table of arrays, in memory.
struct OtherRows {
  RowMatrix centred;  ///< x - mean
  std::optional<RowMatrix> coordinates;
  std::optional<RowMatrix> residuals;  ///< x - reconstruction

  OtherRows(const GivenRows& given, const Vector& mean) {
    centred = dense(given.numbers);
    if (given.reconstructions) residuals = centred - dense(*given.reconstructions);
    centred.rowwise() -= mean.transpose();
    if (given.coordinates) coordinates = dense(*given.coordinates);
  }

  /// Whether the components explain what is given.
  bool agrees_with(const Matrix& frame) const {
    const double size = kSameNumbers * std::max(centred.cwiseAbs().maxCoeff(), 1e-300);
    const RowMatrix along = centred * frame;
    if (coordinates && (coordinates->cols() != along.cols() ||
                        (*coordinates - along).cwiseAbs().maxCoeff() > size)) {
      return false;
    }
    return !residuals ||
           (*residuals - (centred - along * frame.transpose())).cwiseAbs().maxCoeff() <= size;
  }

  ScoredRows scored(const Matrix& frame, const std::vector<Index>& rows) const {
    ScoredRows result;
    const RowMatrix all = coordinates ? *coordinates : RowMatrix(centred * frame);
    result.coordinates = all(rows, Eigen::all);
    result.squared_norm = centred(rows, Eigen::all).rowwise().squaredNorm();
    if (frame.cols() > 0) {
      const RowMatrix left = centred - (centred * frame) * frame.transpose();
      result.squared_error = left(rows, Eigen::all).rowwise().squaredNorm();
    } else if (residuals) {
      result.squared_error = (*residuals)(rows, Eigen::all).rowwise().squaredNorm();
    }
    return result;
  }
};

bool is_orthonormal(const Matrix& frame) {
  if (frame.cols() == 0 || frame.cols() > frame.rows()) return false;
  const Matrix product = frame.transpose() * frame;
  return (product - Matrix::Identity(frame.cols(), frame.cols())).cwiseAbs().maxCoeff() <=
         kSameNumbers;
}

Encoding numeric_encoding(const Schema& schema) {
  std::vector<EncodedColumn> columns;
  for (const FeatureColumn& feature : schema.features) columns.push_back({feature, {}});
  return Encoding(std::move(columns));
}

/// The model as the measures see it, without components yet.
Model model_of_arrays(const OtherModel& other, const GivenRows& evaluated,
                      const GivenRows* training) {
  const RowsRef& numbers = training != nullptr ? training->numbers : evaluated.numbers;
  Model model;
  model.method = other.name;
  model.encoding = numeric_encoding(evaluated.rows.schema());
  model.mean = other.mean;
  if (model.mean.size() == 0) model.mean = dense(numbers).colwise().mean().transpose();
  model.scale = Vector::Ones(model.mean.size());
  model.requested_dimensions =
      evaluated.coordinates ? evaluated.coordinates->cols() : other.components.cols();
  model.protected_columns = evaluated.rows.schema().protected_columns;
  model.label_column = evaluated.rows.schema().label;
  model.projection.components.resize(model.mean.size(), 0);
  return model;
}

void set_components(const Matrix& frame, Model& model) {
  model.projection.components = frame;
  model.projection.encode_scale = Vector::Ones(frame.cols());
  model.projection.decode_scale = Vector::Ones(frame.cols());
}

/// Gives the model its components where they explain the rows; otherwise notes what that means.
void take_components(const OtherModel& other, const GivenRows& evaluated, const OtherRows& rows,
                     const EvaluateSettings& settings, CoordinateEvaluation& measured) {
  const Matrix& frame = other.components;
  if (is_orthonormal(frame) && rows.agrees_with(frame)) {
    set_components(frame, measured.model);
    return;
  }
  if (!evaluated.coordinates) reject(measure_message<"components-not-orthonormal">());
  if (settings.center == Center::kGroup) {
    reject(measure_message<"center-without-components">("option"_is(OptionName{"center"})));
  }
  measured.result.evaluation.notes.push_back(
      evaluated.reconstructions ? measure_message<"measured-without-components">()
                                : measure_message<"measured-without-reconstructions">());
}

/// Keys and moments of the rows, and what the arrays say of them.
ScoredTable scored_arrays(const GivenRows& given, const OtherRows& arrays, const Model& model,
                          const EvaluateSettings& settings) {
  AdaptedRows grouped = rows_in_groups(given.rows, settings.missing_group, MissingCells::kError);
  Model plain = model;  // its own scores are not looked at
  set_components(Matrix(model.mean.size(), 0), plain);
  ScoredTable table = score_rows(grouped, plain, {}, settings.pass);
  table.scored = arrays.scored(model.projection.components, table.keys.row);
  return table;
}

/// The authors' rule, as documented at evaluate_coordinates().
std::optional<double> bandwidth_of(const ScoredTable& table, const Model& model,
                                   std::uint64_t seed) {
  RowMatrix points = table.scored.coordinates;
  const Matrix& frame = model.projection.components;
  if (frame.cols() > 0 && table.part().prepared != nullptr) {
    const PreparedMoments moments = prepare_about(table.moments, {}, model.mean, model.scale);
    SpectralSolver spectral;
    points = table.prepared * spectral.top(moments.covariance, frame.cols()).vectors;
  }
  if (points.rows() < 2) return std::nullopt;
  const double bandwidth = kernel_bandwidth(points, BandwidthRule::kAuthors, seed);
  return bandwidth > 0 ? std::optional(bandwidth) : std::nullopt;
}

}  // namespace

CoordinateEvaluation evaluate_coordinates(const OtherModel& other, const GivenRows& evaluated,
                                          const EvaluateSettings& settings,
                                          const GivenRows* training) {
  check_evaluate_settings(settings, evaluated.rows.schema());
  check_arrays(other, evaluated);
  if (training != nullptr) check_arrays(other, *training);
  Stopwatch watch;
  CoordinateEvaluation measured{model_of_arrays(other, evaluated, training), {}};
  Model& model = measured.model;
  TimedEvaluation& result = measured.result;
  const OtherRows rows(evaluated, model.mean);
  take_components(other, evaluated, rows, settings, measured);
  const ScoredTable table = scored_arrays(evaluated, rows, model, settings);
  std::optional<ScoredTable> trained_on;
  if (training != nullptr) {
    trained_on = scored_arrays(*training, OtherRows(*training, model.mean), model, settings);
  }
  model.bandwidth = bandwidth_of(trained_on ? *trained_on : table, model, settings.seed);
  result.read_seconds = watch.lap();
  evaluate_tables(model, table, trained_on ? &*trained_on : nullptr, settings, result.evaluation);
  put_column_warnings(evaluated.rows, result.evaluation.warnings);
  result.evaluate_seconds = watch.lap();
  return measured;
}

}  // namespace fairpca
