// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/gradient_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace fairpca {

GradientCheck check_gradient(const Objective& objective, const Matrix& point,
                             const Matrix& direction) {
  const double value = objective.value(point);
  const Matrix gradient = objective.gradient(point);
  const double slope = gradient.cwiseProduct(direction).sum();
  const double scale = gradient.norm() * direction.norm();

  GradientCheck check;
  Matrix joint_gradient;
  const double joint_value = objective.value_and_gradient(point, joint_gradient);
  check.joint_difference = std::abs(joint_value - value) + (joint_gradient - gradient).norm();

  // Below this an error is rounding and says nothing about the order.
  const double noise = 1e3 * std::numeric_limits<double>::epsilon() * (std::abs(value) + scale);
  check.order = std::numeric_limits<double>::infinity();
  check.relative_error = std::numeric_limits<double>::infinity();
  std::optional<double> error_before;
  for (double t = 1.0 / 16; t > 1e-7; t /= 2) {
    const double forward = objective.value(point + t * direction);
    const double backward = objective.value(point - t * direction);
    const double central = (forward - backward) / (2 * t);
    check.relative_error = std::min(check.relative_error, std::abs(central - slope) / scale);
    const double error = std::abs(forward - value - t * slope);
    // The order is read off the smallest steps whose errors stand clear of rounding.
    if (error_before && *error_before > noise && error > noise) {
      check.order = std::log2(*error_before / error);
    }
    error_before = error;
  }
  return check;
}

}  // namespace fairpca
