// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"
#include "fairpca/optimize/objective.h"

namespace fairpca {

struct GradientCheck {
  /// Order at which f(V + t H) - f(V) - t <grad f(V), H> vanishes with t: 2 for a smooth function
  /// and its gradient (more where the second derivative along H is 0), 1 if the gradient is wrong.
  /// Infinite when the difference is rounding for every t, as for a linear function.
  double order = 0;
  /// Smallest |central difference - <grad f(V), H>| over t, relative to |grad f(V)| |H|.
  double relative_error = 0;
  /// |value - value()| + |gradient - gradient()| for value_and_gradient(): 0 if they agree.
  double joint_difference = 0;
};

/// Compares an objective's gradient with finite differences along a direction in the space of
/// matrices (the direction need not be tangent to anything).
GradientCheck check_gradient(const Objective& objective, const Matrix& point,
                             const Matrix& direction);

}  // namespace fairpca
