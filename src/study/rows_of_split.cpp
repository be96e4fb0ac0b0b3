// SPDX-License-Identifier: BSD-3-Clause
#include "study/rows_of_split.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "fairpca/error.h"
#include "rows/adapted_rows.h"
#include "rows/map_blocks.h"

namespace fairpca {
namespace {

RowKeys keys_of(const RowKeys& all, const std::vector<Index>& rows) {
  RowKeys keys;
  keys.cells = all.cells;
  keys.has_weights = all.has_weights;
  keys.weights = all.weights(rows);
  for (const Index row : rows) {
    keys.cell.push_back(all.cell[static_cast<std::size_t>(row)]);
    keys.row.push_back(all.row[static_cast<std::size_t>(row)]);
  }
  return keys;
}

/// The rows of one block as a model sees them.
struct ScoredBlock {
  std::vector<Index> rows;  ///< in the source
  ScoredRows scored;
};

void resize(ScoredRows& scored, Index rows, const Model& model) {
  scored.coordinates.resize(rows, model.dimensions());
  scored.squared_error.resize(rows);
  scored.squared_norm.resize(rows);
  if (model.is_probabilistic()) scored.log_likelihood.resize(rows);
}

RowMatrix prepared_rows(const RowMatrix& encoded, const Model& model) {
  RowMatrix prepared = encoded.rowwise() - model.mean.transpose();
  return prepared * model.scale.cwiseInverse().asDiagonal();
}

ScoredRows score_encoded(const RowMatrix& encoded, const Model& model) {
  ScoredRows scored;
  const RowMatrix prepared = prepared_rows(encoded, model);
  scored.squared_norm = prepared.rowwise().squaredNorm();
  if (model.mixture) {
    scored.coordinates = model.transform(encoded);
    const RowMatrix error = prepared - prepared_rows(model.reconstruct(encoded), model);
    scored.squared_error = error.rowwise().squaredNorm();
  } else {
    const LinearProjection& projection = model.projection;
    scored.coordinates = prepared * projection.components;
    const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
    const RowMatrix error =
        prepared - (scored.coordinates * kept.asDiagonal()) * projection.components.transpose();
    scored.squared_error = error.rowwise().squaredNorm();
  }
  if (model.is_probabilistic()) scored.log_likelihood = model.log_likelihood(encoded);
  return scored;
}

void put_row(const ScoredRows& from, Index row, ScoredRows& to, Index at) {
  to.coordinates.row(at) = from.coordinates.row(row);
  to.squared_error(at) = from.squared_error(row);
  to.squared_norm(at) = from.squared_norm(row);
  if (from.log_likelihood.size() > 0) to.log_likelihood(at) = from.log_likelihood(row);
}

/// The encoded rows of a block that have a place, and which they are.
std::pair<RowMatrix, std::vector<Index>> placed_rows(const RowBlock& block,
                                                     const EncodedBlock& encoded,
                                                     const std::vector<std::int32_t>& place) {
  std::vector<Index> chosen, rows;
  for (Index i = 0; i < encoded.rows.rows(); ++i) {
    const Index row = block.first_row + (encoded.kept_rows.empty() ? i : encoded.kept_rows[i]);
    if (place[static_cast<std::size_t>(row)] < 0) continue;
    chosen.push_back(i);
    rows.push_back(row);
  }
  RowMatrix placed(static_cast<Index>(rows.size()), encoded.rows.cols());
  for (Index i = 0; i < placed.rows(); ++i) {
    encoded.rows.copy_row(chosen[static_cast<std::size_t>(i)], placed.row(i).data());
  }
  return {std::move(placed), std::move(rows)};
}

}  // namespace

RowsOfSplit::RowsOfSplit(const StudyData& data, const FitSettings& settings, CodeSet fitted,
                         std::optional<CodeSet> held_out, const PassOptions& pass)
    : data_(data), fitted_(std::move(fitted)) {
  std::vector<CodeSet> sets = {fitted_};
  if (held_out) sets.push_back(*held_out);
  moments_ = data.moments_of(fitted_, sets, pass);
  GroupMoments all = moments_.front();
  if (has_test()) all.merge(moments_.back());
  groups_ = form_groups(all, settings.grouping);
  const std::vector<Index> training = data.rows_with(fitted_);
  training_keys_ = keys_of(data.keys(), training);
  if (held_out) test_keys_ = keys_of(data.keys(), data.rows_with(*held_out));
  place_.assign(static_cast<std::size_t>(data.source_rows()), -1);
  std::int32_t next = 0;
  for (const Index row : training_keys_.row) place_[static_cast<std::size_t>(row)] = next++;
  for (const Index row : test_keys_.row) place_[static_cast<std::size_t>(row)] = next++;
}

Fit RowsOfSplit::fit(FitSettings settings) const {
  const Method& method = find_method(settings.method);
  if (method.needs == Needs::kMoments) {
    const bool is_filled = settings.missing == MissingCells::kMean;
    if (is_filled) settings.missing = MissingCells::kError;  // they are filled already
    Fit fit = fit_moments(training(), settings).fit;
    if (is_filled) fit.model.provenance.options["missing"] = "mean";
    return fit;
  }
  const std::unique_ptr<RowSource> rows = data_.open();
  const Index training_rows = training_keys_.rows();
  AdaptedRows source(*rows, data_.schema(), [&](RowBlock& block) {
    if (block.weights.empty()) block.weights.assign(static_cast<std::size_t>(block.rows), 1.0);
    for (Index row = 0; row < block.rows; ++row) {
      const std::int32_t place = place_[static_cast<std::size_t>(block.first_row + row)];
      if (place < 0 || place >= training_rows) block.weights[row] = 0;
    }
  });
  return fit_rows(source, settings).fit;
}

EncodeOptions RowsOfSplit::encode_options(const Model& model) const {
  EncodeOptions options;
  options.missing = data_.settings().missing;
  if (options.missing == MissingCells::kMean) options.fill = model.mean;
  return options;
}

std::pair<ScoredRows, ScoredRows> RowsOfSplit::score(const Model& model,
                                                     const PassOptions& pass) const {
  std::pair<ScoredRows, ScoredRows> sides;
  resize(sides.first, training_keys_.rows(), model);
  resize(sides.second, test_keys_.rows(), model);
  const EncodeOptions options = encode_options(model);
  const std::unique_ptr<RowSource> rows = data_.open();
  map_blocks(
      *rows, pass,
      [&](const RowBlock& block) {
        const EncodedBlock encoded = model.encoding.encode(block, options);
        auto [placed, numbers] = placed_rows(block, encoded, place_);
        return ScoredBlock{std::move(numbers), score_encoded(placed, model)};
      },
      [&](const ScoredBlock& block) {
        for (std::size_t i = 0; i < block.rows.size(); ++i) {
          const Index at = place_[static_cast<std::size_t>(block.rows[i])];
          const bool is_training = at < training_keys_.rows();
          put_row(block.scored, static_cast<Index>(i), is_training ? sides.first : sides.second,
                  is_training ? at : at - training_keys_.rows());
        }
      });
  return sides;
}

RowMatrix RowsOfSplit::prepared_test_rows(const Model& model, const PassOptions& pass) const {
  RowMatrix prepared(test_keys_.rows(), model.encoding.width());
  const EncodeOptions options = encode_options(model);
  const std::unique_ptr<RowSource> rows = data_.open();
  map_blocks(
      *rows, pass,
      [&](const RowBlock& block) {
        auto [placed, numbers] = placed_rows(block, model.encoding.encode(block, options), place_);
        return std::pair(prepared_rows(placed, model), std::move(numbers));
      },
      [&](const auto& block) {
        for (std::size_t i = 0; i < block.second.size(); ++i) {
          const Index at =
              place_[static_cast<std::size_t>(block.second[i])] - training_keys_.rows();
          if (at >= 0) prepared.row(at) = block.first.row(static_cast<Index>(i));
        }
      });
  return prepared;
}

RowMatrix RowsOfSplit::encoded_test_rows(const std::vector<Index>& rows,
                                         const PassOptions& pass) const {
  std::vector<std::int32_t> place(place_.size(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Index row = test_keys_.row[static_cast<std::size_t>(rows[i])];
    place[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(i);
  }
  RowMatrix chosen(static_cast<Index>(rows.size()), data_.encoding().width());
  const EncodeOptions options = data_.encode_options(fitted_);
  const std::unique_ptr<RowSource> source = data_.open();
  map_blocks(
      *source, pass,
      [&](const RowBlock& block) {
        return placed_rows(block, data_.encoding().encode(block, options), place);
      },
      [&](const auto& block) {
        for (std::size_t i = 0; i < block.second.size(); ++i) {
          chosen.row(place[static_cast<std::size_t>(block.second[i])]) =
              block.first.row(static_cast<Index>(i));
        }
      });
  return chosen;
}

std::vector<Index> RowsOfSplit::kept_columns(const Model& model) const {
  std::map<std::string, Index> number;
  for (const std::string& name : data_.encoding().names()) {
    number.emplace(name, static_cast<Index>(number.size()));
  }
  std::vector<Index> kept;
  for (const std::string& name : model.encoding.names()) kept.push_back(number.at(name));
  return kept;
}

GroupMoments RowsOfSplit::columns_of(const Model& model, const GroupMoments& moments) const {
  if (model.encoding == moments.encoding()) return moments;
  return moments.selected(kept_columns(model));
}

RowMatrix RowsOfSplit::columns_of(const Model& model, const RowMatrix& encoded) const {
  if (model.encoding.width() == encoded.cols()) return encoded;
  return encoded(Eigen::all, kept_columns(model));
}

}  // namespace fairpca
