// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/newton_minimum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linear_algebra/solve.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// Share of the predicted decrease that a step must reach (Nocedal & Wright 2006, section 3.1).
constexpr double kSufficientDecrease = 1e-4;
constexpr int kMaxHalvings = 60;

struct NewtonPoint {
  Vector point, gradient;
  double value = 0;
};

NewtonPoint evaluated(const ConvexFunction& function, Vector point) {
  NewtonPoint at{std::move(point), {}, 0};
  at.gradient.resize(at.point.size());
  at.value = function.value(at.point, at.gradient);
  return at;
}

/// -(H + shift)^-1 gradient, with the smallest shift of a geometric series that is enough.
Vector newton_direction(Matrix hessian, const Vector& gradient) {
  const double size = std::max(hessian.diagonal().cwiseAbs().maxCoeff(), 1e-300);
  double added = 0;
  for (double shift = 1e-14 * size;; shift *= 100) {
    const Cholesky factor(hessian);
    if (factor.succeeded()) {
      Vector direction = -factor.solve(gradient);
      if (direction.allFinite() && direction.dot(gradient) < 0) return direction;
    }
    hessian.diagonal().array() += shift - added;
    added = shift;
    if (shift > 1e6 * size) return -gradient / size;
  }
}

bool is_accepted(const NewtonPoint& from, const NewtonPoint& to, double predicted) {
  if (!std::isfinite(to.value)) return false;
  if (to.value <= from.value + kSufficientDecrease * predicted) return true;
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * std::abs(from.value);
  return to.value <= from.value + rounding && to.gradient.norm() < from.gradient.norm();
}

}  // namespace

void NewtonOptions::validate() const {
  check_field("gradient_tolerance", gradient_tolerance, {.least = 0, .excludes_least = true});
  check_field("max_iterations", max_iterations, {.least = 0});
}

NewtonResult newton_minimum(const ConvexFunction& function, Vector start,
                            const NewtonOptions& options) {
  options.validate();
  NewtonPoint at = evaluated(function, std::move(start));
  const double enough = options.gradient_tolerance * std::max(1.0, at.gradient.norm());
  NewtonResult result;
  while (at.gradient.norm() > enough && result.iterations < options.max_iterations) {
    const Vector direction = newton_direction(function.hessian(at.point), at.gradient);
    double step = 1;
    NewtonPoint next = evaluated(function, at.point + direction);
    int halvings = 0;
    while (!is_accepted(at, next, step * direction.dot(at.gradient)) && halvings < kMaxHalvings) {
      step /= 2;
      ++halvings;
      next = evaluated(function, at.point + step * direction);
    }
    if (halvings == kMaxHalvings) break;
    at = std::move(next);
    ++result.iterations;
  }
  result.gradient_norm = at.gradient.norm();
  result.converged = result.gradient_norm <= enough;
  result.value = at.value;
  result.point = std::move(at.point);
  return result;
}

}  // namespace fairpca
