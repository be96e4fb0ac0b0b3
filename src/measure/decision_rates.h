// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "measure/measured_numbers.h"

namespace fairpca {

/// Rates of predictions of one class among rows with a label.
struct ClassRates {
  MeasuredNumbers selection;       ///< P(prediction = class)
  MeasuredNumbers true_positive;   ///< P(prediction = class | label = class)
  MeasuredNumbers false_positive;  ///< P(prediction = class | another label)
};

/// Weighted shares of rows, overall, per published group, and in the draws.  NaN where no rows are
/// there to take a share of.
struct DecisionRates {
  MeasuredNumbers accuracy;
  std::vector<ClassRates> classes;  ///< of the classes asked for

  /// `labels` and `predicted` of each evaluated row; rows without a label (-1) do not count.
  static DecisionRates of(const MeasureContext& context, const std::vector<std::int32_t>& labels,
                          const std::vector<std::int32_t>& predicted,
                          const std::vector<std::int32_t>& classes);
};

/// Largest of |true positive| and |false positive| rate differences over classes and pairs.
LargestDifference equalized_odds(const MeasureContext& context, const DecisionRates& rates);

/// A measure of both rates' differences.
struct AverageOdds {
  double value = std::numeric_limits<double>::quiet_NaN();
  Interval interval;
  Vector draws;
};
/// ((FPR_1 - FPR_0) + (TPR_1 - TPR_0)) / 2 of the only pair of groups and the only class rated; NaN
/// for more.
AverageOdds average_odds(const MeasureContext& context, const DecisionRates& rates);

/// Largest over classes and pairs of (|FPR_h - FPR_g| + |TPR_h - TPR_g|) / 2.  Its interval is made
/// of intervals of all differences that hold at once.
AverageOdds average_absolute_odds(const MeasureContext& context, const DecisionRates& rates);

/// The rates of several classes or kinds beside each other, and the pairs of groups in each: as if
/// they were groups of their own.
struct StackedRates {
  Vector values;
  Matrix draws;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;

  void add(const MeasureContext& context, const MeasuredNumbers& numbers);
  LargestDifference largest() const { return largest_difference(values, draws, pairs); }
};

}  // namespace fairpca
