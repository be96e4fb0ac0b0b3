// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>

#include "measure/intervals.h"
#include "measure/measure_input.h"

namespace fairpca {

/// Adds a note unless it is there.
void add_note(Measured& measured, const Message& note);

/// Adds the values of one measure.
class ValueWriter {
 public:
  ValueWriter(std::string measure, Measured& measured)
      : measure_(std::move(measure)), measured_(measured) {}

  /// Nothing where the value is NaN.  `draws` are kept where they are given.
  void add(Statistic statistic, const std::string& group, double value,
           const Interval& interval = {}, const Vector& draws = {},
           double floor = std::numeric_limits<double>::quiet_NaN());

  /// Difference and, of the only pair, signed difference, under the names given.
  void add_differences(const LargestDifference& difference,
                       Statistic of_largest = Statistic::kDifference);

 private:
  std::string measure_;
  Measured& measured_;
};

/// The largest of several values, with the interval that holds for all of them at once: [max of the
/// lower ends, max of the upper ends].  For one value, its percentile interval.  NaN values do not
/// count.  `draws` is draws x values, or empty.
struct LargestValue {
  double value = std::numeric_limits<double>::quiet_NaN();
  Interval interval;
  Vector draws;
};
LargestValue largest_value(const Vector& values, const Matrix& draws);

}  // namespace fairpca
