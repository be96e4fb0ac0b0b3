// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "figure/figure.h"

namespace fairpca {

/// Numbers that one box of a box plot stands for.
struct BoxValues {
  std::size_t category = 0;
  int series = 0;              ///< in Figure::series
  std::vector<double> values;  ///< those that are not finite do not count
};

/// The p-quantile, linear between order statistics; NaN of no numbers.
double quantile_of(std::vector<double> values, double p);

/// A panel of lying boxes: a shape at the median, a box between the quartiles, whiskers to the
/// least and the largest value.
Panel box_panel(const std::string& title, const std::string& label,
                const std::vector<std::string>& categories, const std::vector<BoxValues>& boxes);

}  // namespace fairpca
