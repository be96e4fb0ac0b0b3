// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "figure/figure.h"

namespace fairpca {

/// Numbers an axis names, and their texts: all with the same number of decimals.
struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
};

/// A range of numbers, laid out from `from` to `to` of the drawing (`to` < `from` turns it over).
struct Scale {
  AxisKind kind = AxisKind::kLinear;
  double low = 0, high = 1;
  double from = 0, to = 1;

  /// Place of a number; NaN where it has none (no number, or not positive on a logarithmic axis).
  double at(double number) const;
  /// Length of one category, or of the whole axis.
  double band() const;
};

/// The least multiples of 1, 2 or 5 times a power of ten around [low, high] with at most `most`
/// ticks (`most` >= 2); whole numbers if asked for.  A range without length is made one unit wide.
Ticks linear_ticks(double low, double high, int most, bool is_whole = false);

/// Powers of ten in [low, high] (positive), every second or third where there are more than `most`;
/// over less than two decades their multiples by 2 and 5 as well.
Ticks logarithmic_ticks(double low, double high, int most);

/// `1.5`, `2e-7`; the true minus sign.
std::string tick_text(double number, double step);

}  // namespace fairpca
