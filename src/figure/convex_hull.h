// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace fairpca {

struct PlanePoint {
  double x = 0, y = 0;
};

/// Corners of the smallest convex polygon around the points, counter-clockwise, none of them on a
/// line between two others.  Fewer than three where the points lie on a line.
std::vector<PlanePoint> convex_hull(std::vector<PlanePoint> points);

/// The `share` of the points nearest to their mean, by the Mahalanobis distance of their own
/// covariance: a hull of these is not drawn by a single odd row.
std::vector<PlanePoint> central_points(const std::vector<PlanePoint>& points, double share);

}  // namespace fairpca
