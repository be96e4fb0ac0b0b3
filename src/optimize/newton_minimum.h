// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// A convex function of few variables, with first and second derivatives.
class ConvexFunction {
 public:
  virtual ~ConvexFunction() = default;
  /// The value at a point; `gradient` has the size of the point.
  virtual double value(const Vector& point, Eigen::Ref<Vector> gradient) const = 0;
  /// Only the lower triangle is read.  Where there are several (a kink of the gradient), any.
  virtual Matrix hessian(const Vector& point) const = 0;
};

struct NewtonOptions {
  /// Converged when |gradient| <= gradient_tolerance * max(1, |gradient at the start|).
  double gradient_tolerance = 1e-10;
  int max_iterations = 200;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// Every number is evaluated at `point`.
struct NewtonResult {
  Vector point;
  double value = 0;
  double gradient_norm = 0;
  int iterations = 0;
  bool converged = false;
};

/// Newton's method with exact Hessians and step halving.
///
/// A Hessian that is not positive definite to rounding error is shifted until it is.  Once values
/// no longer tell two points apart, a step is kept where it shortens the gradient.  One Cholesky
/// factorisation per iteration.
NewtonResult newton_minimum(const ConvexFunction& function, Vector start,
                            const NewtonOptions& options = {});

}  // namespace fairpca
