// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "measure/group_draws.h"
#include "measure/intervals.h"

namespace fairpca {

/// What one measure says of all rows and of each published group, and of them in the draws.
struct MeasuredNumbers {
  std::optional<double> overall = {};  ///< none: the measure has groups only
  Vector groups;                       ///< one per published group
  std::optional<DrawnNumbers> draws = {};
};

/// Adds the values with percentile intervals, and those of `difference`, `signed_difference` (two
/// groups) and `worst` that the registry lists for the measure.  The worst group has the interval
/// that holds for all groups at once.
void add_numbers(const MeasureContext& context, const std::string& id,
                 const MeasuredNumbers& numbers, Measured& measured);

/// Adds the largest difference of the groups' values as the value of the measure, and for two
/// groups the signed difference.
void add_largest_difference(const MeasureContext& context, const std::string& id,
                            const MeasuredNumbers& numbers, Measured& measured);

/// Adds a value; its draws too, where there are any.
void add_value(MeasuredValue value, const Interval& interval, const Vector& draws,
               Measured& measured);

/// Weighted mean of `values` over `rows`.
double mean_over(const std::vector<Index>& rows, const RowKeys& keys, const Vector& values);

}  // namespace fairpca
