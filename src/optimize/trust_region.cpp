// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fairpca/optimize/descent.h"
#include "optimize/descent_loop.h"
#include "optimize/descent_start.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

class TrustRegion {
 public:
  TrustRegion(const Manifold& manifold, const Objective& objective,
              const TrustRegionOptions& options, const DescentObserver& observer)
      : manifold_(manifold),
        objective_(objective),
        options_(options),
        observer_(observer),
        max_radius_(options.max_radius > 0
                        ? options.max_radius
                        : std::sqrt(static_cast<double>(std::max(manifold.dimension(), Index{1})))),
        radius_(options.first_radius > 0 ? options.first_radius : max_radius_ / 8) {}

  DescentResult run(Matrix start) {
    at_ = evaluate(std::move(start));
    const double target = options_.gradient_tolerance *
                          (options_.absolute_tolerance ? 1.0 : std::max(1.0, at_.gradient_norm));
    double step_norm = 0;
    for (;;) {
      result_.history.push_back({result_.iterations, at_.value, at_.gradient_norm, step_norm});
      result_.termination = ending(target);
      if (result_.termination != Termination::kNotRun) break;
      step_norm = step();
      ++result_.iterations;
    }
    result_.point = at_.point;
    result_.value = at_.value;
    result_.gradient_norm = at_.gradient_norm;
    return std::move(result_);
  }

 private:
  Termination ending(double target) {
    if (!std::isfinite(at_.value) || !std::isfinite(at_.gradient_norm)) {
      return Termination::kNotFinite;
    }
    if (observer_ && observer_(result_.history.back()) == Flow::kStop) return Termination::kStopped;
    if (at_.gradient_norm <= target) return Termination::kConverged;
    if (result_.iterations == options_.max_iterations) return Termination::kMaxIterations;
    return radius_ < 1e-14 * max_radius_ ? Termination::kNoDescent : Termination::kNotRun;
  }

  Iterate evaluate(Matrix point) {
    Iterate at;
    Matrix euclidean;
    at.point = std::move(point);
    at.value = objective_.value_and_gradient(at.point, euclidean);
    at.gradient = manifold_.riemannian_gradient(at.point, euclidean);
    at.gradient_norm = manifold_.norm(at.point, at.gradient);
    ++result_.value_evaluations;
    ++result_.gradient_evaluations;
    return at;
  }

  double inner(const Matrix& a, const Matrix& b) const { return manifold_.inner(at_.point, a, b); }

  /// Hess f [xi], by the gradient a little further on.
  Matrix hessian_times(const Matrix& xi) {
    const double length = std::sqrt(inner(xi, xi));
    if (length == 0) return xi;
    const double t = 1e-7 / length;
    const Matrix there = manifold_.retract(at_.point, t * xi);
    const Matrix gradient = manifold_.riemannian_gradient(there, objective_.gradient(there));
    ++result_.gradient_evaluations;
    return (manifold_.transport(there, at_.point, gradient) - at_.gradient) / t;
  }

  /// Where the path from `from` along `direction` leaves the region.
  double to_boundary(const Matrix& from, const Matrix& direction) const {
    const double a = inner(direction, direction), b = inner(from, direction);
    const double c = inner(from, from) - radius_ * radius_;
    return (-b + std::sqrt(std::max(b * b - a * c, 0.0))) / a;
  }

  struct Model {
    Matrix step;
    double decrease = 0;  ///< predicted
    bool at_boundary = false;
  };

  /// Steihaug's and Toint's conjugate gradients on the quadratic model.
  Model solve_model() {
    Model model{Matrix::Zero(at_.point.rows(), at_.point.cols())};
    Matrix image = model.step, rest = at_.gradient, direction = -at_.gradient;
    double squared = inner(rest, rest);
    const double first = std::sqrt(squared), enough = first * std::min(first, 0.1);
    for (int k = 0; k < options_.max_inner_iterations; ++k) {
      const Matrix curved = hessian_times(direction);
      const double curvature = inner(direction, curved);
      double length = squared / curvature;
      const Matrix further = model.step + length * direction;
      model.at_boundary = !(curvature > 0) || inner(further, further) >= radius_ * radius_;
      if (model.at_boundary) length = to_boundary(model.step, direction);
      model.step += length * direction;
      image += length * curved;
      if (model.at_boundary) break;
      rest += length * curved;
      const double next = inner(rest, rest);
      if (std::sqrt(next) <= enough) break;
      direction = (-rest + next / squared * direction).eval();
      squared = next;
    }
    model.decrease = -inner(at_.gradient, model.step) - inner(model.step, image) / 2;
    return model;
  }

  /// One step, taken or not; returns its length.
  double step() {
    const Model model = solve_model();
    Iterate to = evaluate(manifold_.retract(at_.point, model.step));
    // Close to a minimum both decreases are rounding: they then count as equal (Conn, Gould & Toint
    // 2000, section 17.4.2; 1e3 as in Manopt).  The shares and factors of the radius are those of
    // Absil, Baker & Gallivan (2007), Algorithm 1.
    const double noise =
        1e3 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(at_.value));
    const double share = (at_.value - to.value + noise) / (model.decrease + noise);
    const double length = std::sqrt(inner(model.step, model.step));
    if (!(share >= 0.25) || !(model.decrease > -noise)) {
      radius_ /= 4;
    } else if (share > 0.75 && model.at_boundary) {
      radius_ = std::min(2 * radius_, max_radius_);
    }
    if (!(share > options_.accepted) || to.value > at_.value + noise) return 0;
    at_ = std::move(to);
    return length;
  }

  const Manifold& manifold_;
  const Objective& objective_;
  const TrustRegionOptions& options_;
  const DescentObserver& observer_;
  double max_radius_, radius_;
  Iterate at_;
  DescentResult result_;
};

}  // namespace

void TrustRegionOptions::validate() const {
  check_field("max_iterations", max_iterations, {.least = 0});
  check_field("gradient_tolerance", gradient_tolerance, {.least = 0});
  check_field("first_radius", first_radius, {.least = 0});
  check_field("max_radius", max_radius, {.least = 0});
  check_field("accepted", accepted,
              {.least = 0, .most = 0.25, .excludes_least = true, .excludes_most = true});
  check_field("max_inner_iterations", max_inner_iterations, {.least = 1});
}

DescentResult minimize_trust_region(const Manifold& manifold, const Objective& objective,
                                    Matrix start, const TrustRegionOptions& options,
                                    const DescentObserver& observer) {
  options.validate();
  check_start(manifold, start);
  return TrustRegion(manifold, objective, options, observer).run(std::move(start));
}

}  // namespace fairpca
