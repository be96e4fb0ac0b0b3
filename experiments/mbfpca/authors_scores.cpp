// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/authors_scores.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "measure/rbf_classifier.h"

namespace fairpca {
namespace {

double own_mean_variance(const MeasureInput& input) {
  const Model& model = input.model;
  Moments all(input.evaluated.moments->dim());
  for (const auto& [key, cell] : input.evaluated.moments->cells()) all.merge(cell);
  const Vector inverse = model.scale.cwiseInverse();
  const Matrix covariance = inverse.asDiagonal() * all.scatter() * inverse.asDiagonal();
  const Matrix& frame = model.projection.components;
  return (frame.transpose() * covariance * frame).trace() / covariance.trace();
}

/// The machine's predictions of the rows it was fitted to, and how they agree.
struct ScoredRowsDecisions {
  double accuracy = 0, parity_difference = 0;
};

ScoredRowsDecisions decide_scored_rows(const MeasureInput& input) {
  const RowKeys& keys = *input.evaluated.keys;
  std::vector<std::int32_t> labels, groups;
  for (const std::int32_t cell : keys.cell) {
    const CellKey& key = keys.cells[static_cast<std::size_t>(cell)];
    labels.push_back(key.label == input.settings.positive ? 1 : 0);
    groups.push_back(key.levels.front() == input.groups.front().name ? 0 : 1);
  }
  const RowMatrix& coordinates = input.evaluated.scored->coordinates;
  const RbfClassifier machine = RbfClassifier::fit(coordinates, labels, 2, {.gamma = 1});
  const Matrix scores = machine.pair_scores(coordinates);
  double right = 0;
  double rows[2] = {0, 0}, selected[2] = {0, 0};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const int predicted = scores(static_cast<Index>(i), 0) > 0 ? 0 : 1;
    if (predicted == labels[i]) ++right;
    ++rows[groups[i]];
    selected[groups[i]] += predicted;
  }
  return {right / static_cast<double>(labels.size()),
          std::abs(selected[1] / rows[1] - selected[0] / rows[0])};
}

}  // namespace

ExtraMeasure authors_variance() {
  return {.name = kOwnMeanVariance,
          .take = [](const MeasureInput& input) -> std::vector<MeasuredValue> {
            return {{.measure = kOwnMeanVariance, .value = own_mean_variance(input)}};
          }};
}

std::vector<ExtraMeasure> authors_scores() {
  const auto decisions = [](const MeasureInput& input) -> std::vector<MeasuredValue> {
    const ScoredRowsDecisions made = decide_scored_rows(input);
    return {{.measure = kScoredRowsAccuracy, .value = made.accuracy},
            {.measure = kScoredRowsParity, .value = made.parity_difference}};
  };
  return {authors_variance(), {.name = "fit_on_scored_rows", .take = decisions}};
}

}  // namespace fairpca
