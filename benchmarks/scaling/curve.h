// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scaling/point.h"

namespace fairpca::scaling {

/// The points of one method on one axis, smallest first.
struct Curve {
  std::vector<Point> points;  ///< those that were fitted
  bool is_capped = false;     ///< the next point was ended by the cap

  bool holds(Index value) const;

  /// The cap ended a smaller point, or this one would need more if time grew in proportion.
  bool ends_before(Index value, double cap) const;
};

Curve curve_of(const std::vector<Point>& points, Axis axis, const std::string& method);

/// Exponent of the power of the axis that `number` follows over the upper half of the curve: the
/// least-squares slope of the logarithms, of the points above the geometric mean of the ends and
/// of three at least.  None for fewer than three points.
std::optional<double> growth(const Curve& curve, const std::function<double(const Point&)>& number);

}  // namespace fairpca::scaling
