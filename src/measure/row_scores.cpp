// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/row_scores.h"

#include <cmath>
#include <utility>

#include "model/messages.h"
#include "moments/messages.h"
#include "rows/map_blocks.h"

namespace fairpca {
namespace {

CellKey key_of(const RowBlock& block, Index row) {
  CellKey key;
  for (const LevelColumn& column : block.protected_levels) {
    const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
    key.levels.push_back(code == LevelColumn::kMissing
                             ? std::nullopt
                             : std::optional(column.levels[static_cast<std::size_t>(code)]));
  }
  return key;
}

void add_to(CellScores& sum, const CellScores& part) {
  sum.weight += part.weight;
  sum.log_likelihood += part.log_likelihood;
  sum.squared_error += part.squared_error;
}

/// Squared distance in the scaled space, over cells that are not missing.
double squared_distance(const Model& model, RowsRef rows, const RowMatrix& approximation, Index i) {
  double sum = 0;
  for (Index j = 0; j < rows.cols(); ++j) {
    const double difference = (rows(i, j) - approximation(i, j)) / model.scale(j);
    if (!std::isnan(difference)) sum += difference * difference;
  }
  return sum;
}

}  // namespace

void RowScores::add(const Model& model, const RowBlock& block, const EncodeOptions& options) {
  const EncodedBlock encoded = model.encoding.encode(block, options);
  const Vector likelihoods = model.log_likelihood(encoded.rows);
  const RowMatrix approximation = model.reconstruct(encoded.rows);
  for (Index i = 0; i < encoded.rows.rows(); ++i) {
    const Index row =
        encoded.kept_rows.empty() ? i : encoded.kept_rows[static_cast<std::size_t>(i)];
    const double weight =
        block.weights.empty() ? 1.0 : block.weights[static_cast<std::size_t>(row)];
    if (!(weight > 0)) continue;
    add_to(cells_[key_of(block, row)],
           {weight, weight * likelihoods(i),
            weight * squared_distance(model, encoded.rows, approximation, i)});
  }
}

void RowScores::merge(const RowScores& other) {
  for (const auto& [key, scores] : other.cells_) add_to(cells_[key], scores);
}

CellScores RowScores::total() const {
  CellScores sum;
  for (const auto& [key, scores] : cells_) add_to(sum, scores);
  return sum;
}

CellScores RowScores::of(const Group& group) const {
  CellScores sum;
  for (const CellKey& key : group.cells) {
    const auto found = cells_.find(key);
    if (found != cells_.end()) add_to(sum, found->second);
  }
  return sum;
}

MeasuredRows measure_rows(RowSource& source, const Model& model, const EncodeOptions& options,
                          const PassOptions& pass) {
  if (!model.is_probabilistic()) {
    reject(model_message<"not-probabilistic">("method"_is(Quoted{model.method})));
  }
  EncodeOptions for_moments = options;
  if (options.missing == MissingCells::kModel) {
    for_moments.missing = MissingCells::kMean;
    for_moments.fill = model.mean;
  }
  const Schema& schema = source.schema();
  const GroupMoments none =
      GroupMoments::from_parts(model.encoding, schema.protected_columns, schema.label, {});
  MeasuredRows total{none, {}};
  map_blocks(
      source, pass,
      [&](const RowBlock& block) {
        MeasuredRows part{none, {}};
        part.moments.add(block, model.encoding, for_moments);
        part.scores.add(model, block, options);
        return part;
      },
      [&](const MeasuredRows& part) {
        total.moments.merge(part.moments);
        total.scores.merge(part.scores);
      });
  if (total.moments.rows() == 0) {
    reject(moments_message<"empty-table">());
  }
  return total;
}

}  // namespace fairpca
