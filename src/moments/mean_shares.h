// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// The shares of two sets of rows in both together, for the mean of both.
struct MeanShares {
  double first, second;

  MeanShares(double first_weight, double second_weight)
      : first(first_weight / (first_weight + second_weight)),
        second(second_weight / (first_weight + second_weight)) {}

  /// Taken from the mean of the heavier set: a far away mean of little weight would otherwise round
  /// it off.
  double mean(double first_mean, double second_mean) const {
    return second <= first ? first_mean + second * (second_mean - first_mean)
                           : second_mean + first * (first_mean - second_mean);
  }
};

}  // namespace fairpca
