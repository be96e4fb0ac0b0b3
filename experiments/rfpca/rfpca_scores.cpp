// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_scores.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "fairpca/moments/prepared_moments.h"
#include "measure/coordinate_classifier.h"
#include "measure/roc_auc.h"
#include "model/reconstruction.h"
#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr std::array kMachineCosts = {1e-4, 1e-2, 1.0, 1e2, 1e4};
constexpr std::size_t kMachineFolds = 5;

/// Rows of two groups: scaled coordinates, and whether a row is of the second group.
struct GroupPoints {
  RowMatrix rows;
  std::vector<bool> is_second;

  GroupPoints part(const std::vector<Index>& numbers) const {
    GroupPoints made{RowMatrix(static_cast<Index>(numbers.size()), rows.cols()), {}};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      made.rows.row(static_cast<Index>(i)) = rows.row(numbers[i]);
      made.is_second.push_back(is_second[static_cast<std::size_t>(numbers[i])]);
    }
    return made;
  }
};

GroupPoints scored_points(const MeasureInput& input) {
  const RowKeys& keys = *input.evaluated.keys;
  const std::vector<CellKey>& second = input.groups.at(1).cells;
  std::vector<Index> all(static_cast<std::size_t>(keys.rows()));
  std::iota(all.begin(), all.end(), 0);
  const RowMatrix& coordinates = input.evaluated.scored->coordinates;
  GroupPoints points{ColumnScaling::of(coordinates, all).apply(coordinates, all), {}};
  for (const std::int32_t cell : keys.cell) {
    const CellKey& key = keys.cells[static_cast<std::size_t>(cell)];
    points.is_second.push_back(std::find(second.begin(), second.end(), key) != second.end());
  }
  return points;
}

/// KS distance of the groups in `scored` along the direction of a machine fitted to `trained`.
double machine_distance(const GroupPoints& trained, const GroupPoints& scored, double cost) {
  const LinearScore machine = fit_linear_classifier(
      trained.rows, trained.is_second,
      {.loss = LinearLoss::kSquaredHinge, .cost = cost, .balanced = false, .tolerance = 1e-8});
  return RankedScores(machine.of(scored.rows), scored.is_second).kolmogorov_distance();
}

/// Rows inside and outside of each fold, dealt out in an order that the seed shuffles.
std::vector<std::pair<GroupPoints, GroupPoints>> machine_folds(const GroupPoints& points,
                                                               std::uint64_t seed) {
  std::vector<Index> order(points.is_second.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [seed](Index a, Index b) { return row_hash(seed, a) < row_hash(seed, b); });
  std::vector<std::pair<GroupPoints, GroupPoints>> folds;
  for (std::size_t fold = 0; fold < kMachineFolds; ++fold) {
    std::vector<Index> inside, outside;
    for (std::size_t i = 0; i < order.size(); ++i) {
      (i % kMachineFolds == fold ? inside : outside).push_back(order[i]);
    }
    folds.emplace_back(points.part(inside), points.part(outside));
  }
  return folds;
}

double largest_distance(const GroupPoints& points, std::uint64_t seed) {
  const auto folds = machine_folds(points, seed);
  double best_cost = kMachineCosts.front(), best = -1;
  for (const double cost : kMachineCosts) {
    double sum = 0;
    for (const auto& [inside, outside] : folds) sum += machine_distance(outside, inside, cost);
    if (sum > best) {
      best = sum;
      best_cost = cost;
    }
  }
  return machine_distance(points, points, best_cost);
}

PreparedMoments about_model(const MeasureInput& input, const MeasuredPart& part) {
  return prepare_about(*part.moments, input.groups, input.model.mean, input.model.scale);
}

}  // namespace

ExtraMeasure scored_rows_unfairness() {
  const auto take = [](const MeasureInput& input) -> std::vector<MeasuredValue> {
    const bool is_training = input.training && input.training->scored == input.evaluated.scored;
    if (is_training || input.evaluated.scored == nullptr) return {};
    const double distance = largest_distance(scored_points(input), input.settings.seed);
    return {{.measure = kScoredRowsUnfairness, .value = distance}};
  };
  return {.name = kScoredRowsUnfairness, .take = take};
}

double error_about_mean(const LinearProjection& projection, const GroupStatistics& group,
                        const Vector& mean) {
  const Vector apart = group.mean - mean;
  return reconstruction_error(
      projection,
      group.second_moment - group.mean * group.mean.transpose() + apart * apart.transpose());
}

ExtraMeasure training_mean_errors() {
  const auto take = [](const MeasureInput& input) {
    const PreparedMoments evaluated = about_model(input, input.evaluated);
    const PreparedMoments trained = about_model(input, input.training.value_or(input.evaluated));
    std::vector<MeasuredValue> values;
    for (std::size_t g = 0; g < evaluated.groups.size(); ++g) {
      values.push_back({.measure = kTrainingMeanError,
                        .group = evaluated.groups[g].group.name,
                        .value = error_about_mean(input.model.projection, evaluated.groups[g],
                                                  trained.groups[g].mean)});
    }
    return values;
  };
  return {.name = kTrainingMeanError, .take = take};
}

}  // namespace fairpca
