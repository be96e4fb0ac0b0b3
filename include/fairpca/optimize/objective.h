// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// A function of a matrix to be minimised; it knows no manifold.
class Objective {
 public:
  virtual ~Objective() = default;

  virtual double value(const Matrix& point) const = 0;

  /// The Euclidean gradient, of the shape of `point`; where the function has a kink, any
  /// subgradient.
  virtual Matrix gradient(const Matrix& point) const = 0;

  /// Both at once: returns the value, sets the gradient.  For objectives whose two share work.
  virtual double value_and_gradient(const Matrix& point, Matrix& gradient_at_point) const {
    gradient_at_point = gradient(point);
    return value(point);
  }
};

}  // namespace fairpca
