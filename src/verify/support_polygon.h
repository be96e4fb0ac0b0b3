// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace fairpca {

/// A pair of group errors.
struct ErrorPoint {
  double x0 = 0, x1 = 0;
};

/// The points with n0 x0 + n1 x1 >= least.
struct HalfPlane {
  double n0 = 0, n1 = 0, least = 0;
};

/// The box [0, most0] x [0, most1] cut by the half-planes, as its corners in order.  One that would
/// leave nothing, which only rounding can do, is left out: the polygon is then larger.
std::vector<ErrorPoint> support_polygon(double most0, double most1,
                                        const std::vector<HalfPlane>& planes);

/// The two functions whose larger one is minimised, both concave.
using PairOfFunctions = std::function<std::pair<double, double>(const ErrorPoint&)>;

/// A lower bound on max(f, g) over the edges of the polygon, within `accuracy` of their minimum:
/// edges are halved, the one of the lowest bound first.
double least_over_edges(const std::vector<ErrorPoint>& polygon, const PairOfFunctions& functions,
                        double accuracy);

}  // namespace fairpca
