// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

namespace fairpca {

/// T(u, x, e) = u (sqrt x + sqrt e)^2 for u >= 0, u max(sqrt x - sqrt e, 0)^2 for u < 0: what a
/// group of error x and radius e adds to the objective of robust-fair-pca.  Concave in x, convex
/// in u.
inline double proven_term(double u, double error, double radius) {
  const double root = std::sqrt(std::max(error, 0.0)), margin = std::sqrt(radius);
  const double length = u >= 0 ? root + margin : std::max(root - margin, 0.0);
  return u * length * length;
}

}  // namespace fairpca
