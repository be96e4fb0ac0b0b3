// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// A 95 % interval; NaN where there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

/// x with P(X <= x) = probability for a standard normal X; probability in (0, 1).
double normal_quantile(double probability);

/// 2.5 % and 97.5 % quantiles of the draws (linear between order statistics, as NumPy).  None where
/// more than 1 % of the draws are NaN; others are left out.
Interval percentile_interval(const Vector& draws);

/// [2 value - q_97.5, 2 value - q_2.5].
Interval basic_interval(double value, const Vector& draws);

/// Of an absolute value: [0, max(|a|, |b|)] if a <= 0 <= b, else sorted |a|, |b|.
Interval folded(const Interval& of_signed);

/// Largest difference over pairs of groups, with its interval: for one pair, that of the signed
/// difference, folded; for more, simultaneous over the pairs (max-t over the draws).
/// `values` one per group, `draws` draws x groups (no columns: no interval).
struct LargestDifference {
  double value = std::numeric_limits<double>::quiet_NaN();
  Interval interval;
  /// Signed, second group minus first: of the only pair; NaN for more than one.
  double signed_value = std::numeric_limits<double>::quiet_NaN();
  Interval signed_interval;
  Vector signed_draws;  ///< of the only pair
  Vector draws;         ///< of the largest difference
};
LargestDifference largest_difference(const Vector& values, const Matrix& draws,
                                     const std::vector<std::pair<std::size_t, std::size_t>>& pairs);

/// Simultaneous intervals of several signed numbers: value +- q S, q the 95 % quantile over draws
/// of max |draw - value| / S.  `draws` is draws x numbers.
std::vector<Interval> simultaneous_intervals(const Vector& values, const Matrix& draws);

}  // namespace fairpca
