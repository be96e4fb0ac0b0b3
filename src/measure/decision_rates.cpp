// SPDX-License-Identifier: BSD-3-Clause
#include "measure/decision_rates.h"

#include <algorithm>
#include <cmath>

namespace fairpca {
namespace {

constexpr double kNoRate = std::numeric_limits<double>::quiet_NaN();

/// Indicators of rows, with their means.
struct IndicatorMeans {
  RowMatrix columns;
  std::vector<MeasuredNumbers> means;

  IndicatorMeans(const MeasureContext& context, RowMatrix indicators)
      : columns(std::move(indicators)) {
    const RowKeys& keys = *context.input.evaluated.keys;
    std::vector<DrawnNumbers> draws;
    if (GroupDraws::are_wanted(context)) draws = GroupDraws(context).means(columns);
    for (Index j = 0; j < columns.cols(); ++j) {
      const Vector column = columns.col(j);
      MeasuredNumbers& mean = means.emplace_back();
      mean.overall = mean_over(context.evaluated.overall, keys, column);
      mean.groups.resize(static_cast<Index>(context.evaluated.rows.size()));
      for (std::size_t g = 0; g < context.evaluated.rows.size(); ++g) {
        mean.groups(static_cast<Index>(g)) = mean_over(context.evaluated.rows[g], keys, column);
      }
      if (!draws.empty()) mean.draws = draws[static_cast<std::size_t>(j)];
    }
  }
};

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : kNoRate;
}

/// NaN where either is.
double larger(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

/// part / whole, where there is a whole.
MeasuredNumbers ratio_of(const MeasuredNumbers& part, const MeasuredNumbers& whole) {
  MeasuredNumbers result;
  result.overall = ratio(*part.overall, *whole.overall);
  result.groups = part.groups.binaryExpr(whole.groups, &ratio);
  if (part.draws) {
    result.draws = DrawnNumbers{part.draws->overall.binaryExpr(whole.draws->overall, &ratio),
                                part.draws->groups.binaryExpr(whole.draws->groups, &ratio)};
  }
  return result;
}

/// Columns of each class: predicted, labelled so, both; labelled otherwise, and predicted then.
constexpr Index kClassColumns = 5, kFirstClassColumn = 2;

RowMatrix decision_columns(const std::vector<std::int32_t>& labels,
                           const std::vector<std::int32_t>& predicted,
                           const std::vector<std::int32_t>& classes) {
  const auto rows = static_cast<Index>(labels.size());
  RowMatrix columns =
      RowMatrix::Zero(rows, kFirstClassColumn + kClassColumns * static_cast<Index>(classes.size()));
  for (Index i = 0; i < rows; ++i) {
    const std::int32_t label = labels[static_cast<std::size_t>(i)];
    const std::int32_t guess = predicted[static_cast<std::size_t>(i)];
    if (label < 0) continue;
    columns(i, 0) = 1;
    columns(i, 1) = label == guess ? 1 : 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const Index first = kFirstClassColumn + kClassColumns * static_cast<Index>(c);
      const bool is_class = label == classes[c], is_predicted = guess == classes[c];
      columns(i, first) = is_predicted ? 1 : 0;
      columns(i, first + (is_class ? 1 : 3)) = 1;
      if (is_predicted) columns(i, first + (is_class ? 2 : 4)) = 1;
    }
  }
  return columns;
}

/// Both rates' differences of one class and pair of groups.
struct RateDifferences {
  double true_positive = 0, false_positive = 0;
  Vector true_positive_draws, false_positive_draws;
};

std::vector<RateDifferences> rate_differences(const MeasureContext& context,
                                              const DecisionRates& rates) {
  std::vector<RateDifferences> differences;
  for (const ClassRates& of_class : rates.classes) {
    for (const auto& [one, other] : context.evaluated.pairs()) {
      const auto g = static_cast<Index>(one), h = static_cast<Index>(other);
      RateDifferences of_pair;
      const auto take = [&](const MeasuredNumbers& rate, double& value, Vector& draws) {
        value = rate.groups(h) - rate.groups(g);
        if (rate.draws) draws = rate.draws->groups.col(h) - rate.draws->groups.col(g);
      };
      take(of_class.true_positive, of_pair.true_positive, of_pair.true_positive_draws);
      take(of_class.false_positive, of_pair.false_positive, of_pair.false_positive_draws);
      if (std::isnan(of_pair.true_positive + of_pair.false_positive)) continue;
      differences.push_back(std::move(of_pair));
    }
  }
  return differences;
}

/// Intervals of all differences at once: true positive rates at even places, false at odd ones.
std::vector<Interval> intervals_together(const std::vector<RateDifferences>& differences) {
  const auto count = 2 * static_cast<Index>(differences.size());
  const Index draw_count = differences.front().true_positive_draws.size();
  Vector values(count);
  Matrix draws(draw_count, draw_count > 0 ? count : 0);
  for (std::size_t p = 0; p < differences.size(); ++p) {
    const auto at = 2 * static_cast<Index>(p);
    values(at) = differences[p].true_positive;
    values(at + 1) = differences[p].false_positive;
    if (draw_count == 0) continue;
    draws.col(at) = differences[p].true_positive_draws;
    draws.col(at + 1) = differences[p].false_positive_draws;
  }
  return simultaneous_intervals(values, draws);
}

}  // namespace

DecisionRates DecisionRates::of(const MeasureContext& context,
                                const std::vector<std::int32_t>& labels,
                                const std::vector<std::int32_t>& predicted,
                                const std::vector<std::int32_t>& classes) {
  const IndicatorMeans shares(context, decision_columns(labels, predicted, classes));
  DecisionRates rates;
  rates.accuracy = ratio_of(shares.means[1], shares.means[0]);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const MeasuredNumbers* of_class = shares.means.data() + kFirstClassColumn + kClassColumns * c;
    rates.classes.push_back({ratio_of(of_class[0], shares.means[0]),
                             ratio_of(of_class[2], of_class[1]),
                             ratio_of(of_class[4], of_class[3])});
  }
  return rates;
}

void StackedRates::add(const MeasureContext& context, const MeasuredNumbers& numbers) {
  const auto before = static_cast<std::size_t>(values.size());
  values.conservativeResize(values.size() + numbers.groups.size());
  values.tail(numbers.groups.size()) = numbers.groups;
  if (numbers.draws) {
    draws.conservativeResize(numbers.draws->groups.rows(), values.size());
    draws.rightCols(numbers.groups.size()) = numbers.draws->groups;
  }
  for (const auto& [one, other] : context.evaluated.pairs()) {
    pairs.emplace_back(before + one, before + other);
  }
}

LargestDifference equalized_odds(const MeasureContext& context, const DecisionRates& rates) {
  StackedRates stacked;
  for (const ClassRates& of_class : rates.classes) {
    stacked.add(context, of_class.true_positive);
    stacked.add(context, of_class.false_positive);
  }
  return stacked.largest();
}

AverageOdds average_odds(const MeasureContext& context, const DecisionRates& rates) {
  AverageOdds result;
  if (context.evaluated.pairs().size() != 1 || rates.classes.size() != 1) return result;
  const std::vector<RateDifferences> differences = rate_differences(context, rates);
  if (differences.empty()) return result;
  const RateDifferences& only = differences.front();
  result.value = (only.true_positive + only.false_positive) / 2;
  result.draws = (only.true_positive_draws + only.false_positive_draws) / 2;
  if (result.draws.size() > 0) result.interval = percentile_interval(result.draws);
  return result;
}

AverageOdds average_absolute_odds(const MeasureContext& context, const DecisionRates& rates) {
  AverageOdds result;
  const std::vector<RateDifferences> differences = rate_differences(context, rates);
  if (differences.empty()) return result;
  const std::vector<Interval> intervals = intervals_together(differences);
  bool has_interval = true;
  for (std::size_t p = 0; p < differences.size(); ++p) {
    const RateDifferences& of_pair = differences[p];
    const double mean = (std::abs(of_pair.true_positive) + std::abs(of_pair.false_positive)) / 2;
    result.value = std::fmax(result.value, mean);
    const Interval first = folded(intervals[2 * p]), second = folded(intervals[2 * p + 1]);
    has_interval = has_interval && !std::isnan(first.low + second.low);
    result.interval.low = std::fmax(result.interval.low, (first.low + second.low) / 2);
    result.interval.high = std::fmax(result.interval.high, (first.high + second.high) / 2);
    if (of_pair.true_positive_draws.size() == 0) continue;
    const Vector draws =
        (of_pair.true_positive_draws.cwiseAbs() + of_pair.false_positive_draws.cwiseAbs()) / 2;
    result.draws = p == 0 ? draws : Vector(result.draws.binaryExpr(draws, &larger));
  }
  if (!has_interval) result.interval = {};
  return result;
}

}  // namespace fairpca
