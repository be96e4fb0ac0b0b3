// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

/// A pair of group errors x_g = <I - VV', M_g>.
struct ErrorPair {
  double x0 = 0, x1 = 0;
};

/// The two functions whose larger one RFPCA minimises, for two groups.  Both are concave in
/// (x0, x1) on x >= 0: u x and u e are linear, 2 u sqrt(e x) is concave for u >= 0, and for u < 0
/// the square of max(sqrt x - sqrt e, 0) is convex.
class RobustPair {
 public:
  explicit RobustPair(const RobustProblem& problem);

  struct Values {
    double f0 = 0, f1 = 0;
    double larger() const { return f0 > f1 ? f0 : f1; }
    double mixed(double mu) const { return mu * f0 + (1 - mu) * f1; }
  };
  Values at(const ErrorPair& x) const;

  /// The gradient of mu F_0 + (1 - mu) F_1.
  ErrorPair gradient(const ErrorPair& x, double mu) const;

  /// The outward normals at which the boundary can be optimal span these angles:
  /// n_g >= -(lambda - share_g)_+ where the other n >= share + lambda.
  double smallest_angle() const;
  double largest_angle() const;

 private:
  double share0_, share1_, radius0_, radius1_, lambda_;
};

/// max over mu in [0, 1] of the smallest mu F_0 + (1 - mu) F_1 at the vertices of `polygon`, a
/// lower bound on max(F_0, F_1) over its part with x >= 0: for each mu the mixture is concave and
/// has its minimum at a vertex, and no mixture exceeds the larger of the two.
struct RegionBound {
  double value = 0;
  double mu = 0;
  bool empty = false;  ///< the polygon has no point with x >= 0
};
RegionBound bound_over(const RobustPair& pair, std::vector<ErrorPair> polygon);

}  // namespace fairpca
