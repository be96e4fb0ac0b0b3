// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fairpca/kernels/bandwidth.h"
#include "study/messages.h"
#include "study/task_runner.h"

namespace fairpca {
namespace {

constexpr Index kBandwidthSample = 3000;
constexpr double kMostPreparedBytes = 512e6;

CodeSet fitted_codes(const StudyData& data, Index split) {
  const SplitPlan& plan = data.plan();
  if (split != StudyTask::kAllRows) {
    return training_codes(plan, plan.splits[static_cast<std::size_t>(split)]);
  }
  CodeSet all = all_codes(plan, 0);
  all.has_unused = true;
  return all;
}

std::optional<CodeSet> held_out_codes(const StudyData& data, Index split) {
  if (split == StudyTask::kAllRows) return std::nullopt;
  CodeSet codes = test_codes(data.plan(), data.plan().splits[static_cast<std::size_t>(split)]);
  if (data.rows_with(codes).empty()) return std::nullopt;
  return codes;
}

/// Only kernels of coordinates have a bandwidth.
bool wants_bandwidth(const StudySpec& spec) {
  const std::vector<std::string>& ids = spec.study.measures;
  return ids.empty() || std::any_of(ids.begin(), ids.end(),
                                    [](const std::string& id) { return id.starts_with("mmd"); });
}

std::optional<double> bandwidth_of(const RowMatrix& points) {
  if (points.rows() < 2) return std::nullopt;
  const double bandwidth = kernel_bandwidth(points, BandwidthRule::kAuthors);
  return bandwidth > 0 && std::isfinite(bandwidth) ? std::optional(bandwidth) : std::nullopt;
}

bool has_same_preparation(const Model& a, const Model& b) {
  return a.encoding == b.encoding && a.mean.isApprox(b.mean, 1e-9) &&
         a.scale.isApprox(b.scale, 1e-9);
}

}  // namespace

SplitWork::SplitWork(const StudyData& data, const StudySpec& spec, Index split,
                     const PassOptions& pass)
    : data_(data),
      spec_(spec),
      split_(split),
      rows_(data, spec.fit, fitted_codes(data, split), held_out_codes(data, split), pass) {
  for (Index fold = 0; spec.tunes() && fold < spec.tuning_folds; ++fold) {
    folds_.emplace_back(data, spec.fit, inner_fold(data.plan(), rows_.fitted(), fold, false),
                        inner_fold(data.plan(), rows_.fitted(), fold, true), pass);
  }
  sample_ = data.sample(rows_.fitted(), kBandwidthSample);
  find_bandwidths();
  if (pca_ && rows_.has_test() && spec.extent.has_intervals) keep_prepared_rows(pass);
  if (split != 0 || !spec.extent.has_products) return;
  drawn_ = draw_test_rows(rows_, spec);
  drawn_rows_ = rows_.encoded_test_rows(drawn_->rows, pass);
}

Matrix SplitWork::drawn_coordinates(const Model& model, std::size_t dimensions) const {
  if (!drawn_ || dimensions != drawn_->dimensions || drawn_->rows.empty()) return {};
  const RowMatrix coordinates = model.transform(rows_.columns_of(model, drawn_rows_));
  return coordinates.leftCols(std::min<Index>(coordinates.cols(), 2)).unaryExpr(&drawn_number);
}

void SplitWork::find_bandwidths() {
  for (const Dimensions& dimensions : spec_.dimensions) {
    std::optional<double>& bandwidth = bandwidths_.emplace_back();
    if (!wants_bandwidth(spec_) && !spec_.extent.has_intervals) continue;
    FitSettings settings = spec_.fit;
    settings.method = "pca";
    settings.dimensions = dimensions;
    try {
      pca_ = rows_.fit(settings).model;
    } catch (const InvalidArgument&) {
      continue;  // the task of pca will say why
    }
    bandwidth = bandwidth_of(pca_->transform(rows_.columns_of(*pca_, sample_)));
  }
}

void SplitWork::keep_prepared_rows(const PassOptions& pass) {
  const double bytes = 8.0 * static_cast<double>(rows_.test_keys().rows()) *
                       static_cast<double>(pca_->encoding.width());
  if (bytes > kMostPreparedBytes || !data_.is_in_memory()) return;
  prepared_ = rows_.prepared_test_rows(*pca_, pass);
  const GroupMoments test = rows_.columns_of(*pca_, rows_.test());
  const ScoredRows no_scores;
  MeasureInput input{.model = *pca_, .groups = rows_.groups(), .evaluated = {&test}};
  input.evaluated.keys = &rows_.test_keys();
  input.evaluated.scored = &no_scores;
  input.evaluated.prepared = &prepared_;
  input.settings = spec_.measure_settings();
  input.settings.threads = pass.threads;
  loss_draws_ = draw_losses(input);
}

const RowMatrix* SplitWork::prepared(const Model& model) const {
  const bool fits = prepared_.size() > 0 && has_same_preparation(model, *pca_);
  return fits ? &prepared_ : nullptr;
}

const LossDraws* SplitWork::loss_draws(const Model& model) const {
  const bool fits = loss_draws_ && prepared(model) != nullptr;
  return fits ? &*loss_draws_ : nullptr;
}

std::optional<double> SplitWork::own_bandwidth(const Model& model) const {
  return bandwidth_of(model.transform(rows_.columns_of(model, sample_)));
}

Model SplitWork::no_projection() const {
  const PreparedMoments prepared = prepare(
      rows_.training(), form_groups(rows_.training(), spec_.fit.grouping), spec_.fit.preparation);
  Model model;
  model.method = std::string(kNoProjection);
  model.encoding = rows_.training().encoding();
  model.mean = prepared.mean;
  model.scale = prepared.scale;
  const Index width = model.encoding.width();
  model.requested_dimensions = width;
  model.rows = prepared.rows;
  model.weight = prepared.weight;
  model.total_variance = prepared.covariance.trace();
  model.protected_columns = rows_.training().protected_columns();
  model.label_column = rows_.training().label_column();
  model.projection.components = Matrix::Identity(width, width);
  model.projection.encode_scale = model.projection.decode_scale = Vector::Ones(width);
  model.projection.component_variance = prepared.covariance.diagonal();
  return model;
}

std::vector<std::string> SplitWork::absent_levels() const {
  Moments all(rows_.training().dim());
  for (const auto& [key, cell] : rows_.training().cells()) all.merge(cell);
  std::vector<std::string> absent;
  Index column = 0;
  for (const EncodedColumn& encoded : data_.encoding().columns()) {
    if (encoded.column.kind == ColumnKind::kNumeric) {
      ++column;
      continue;
    }
    for (std::size_t i = 0; i < encoded.levels.size(); ++i, ++column) {
      const bool is_absent = all.mean()(column) == 0 && all.lower_scatter()(column, column) == 0;
      if (is_absent) absent.push_back(data_.encoding().names()[static_cast<std::size_t>(column)]);
    }
  }
  return absent;
}

}  // namespace fairpca
