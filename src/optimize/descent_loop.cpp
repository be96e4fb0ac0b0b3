// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/descent_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "optimize/descent_start.h"

namespace fairpca {
namespace {

class Descent {
 public:
  Descent(const Manifold& manifold, const Objective& objective, const DescentOptions& options,
          DescentResult& result)
      : manifold_(manifold), objective_(objective), options_(options), result_(result) {}

  Iterate evaluate(Matrix point) {
    Matrix euclidean;
    Iterate at;
    at.point = std::move(point);
    at.value = objective_.value_and_gradient(at.point, euclidean);
    ++result_.value_evaluations;
    ++result_.gradient_evaluations;
    set_gradient(at, euclidean);
    return at;
  }

  /// The next iterate and the step to it; empty if none of the steps tried is good enough.
  struct Move {
    Matrix step;
    Iterate to;
  };
  std::optional<Move> search(const Iterate& from, const Proposal& proposal) {
    const double slope = manifold_.inner(from.point, from.gradient, proposal.direction);
    if (!(slope < 0)) return std::nullopt;
    double length = proposal.first_step;
    std::optional<Move> found;
    for (int trial = 0; trial <= options_.max_backtracks; ++trial) {
      const Matrix step = length * proposal.direction;
      std::optional<Iterate> to =
          try_step(from, step, length * slope, trial == 0 || options_.curvature > 0);
      if (!to) {
        if (found) return found;  // no longer step will do; the last one was good enough
        length = shorten(length, slope, last_value_ - from.value);
        if (length * std::abs(slope) < options_.value_noise) return std::nullopt;
        continue;
      }
      const bool flat = options_.curvature == 0 ||
                        slope_at(from, step, *to) >= options_.curvature * length * slope;
      found = Move{step, *std::move(to)};
      if (flat) return found;
      length *= 3;
    }
    return found;
  }

 private:
  /// The iterate at `step` if it is acceptable; `predicted` < 0 is the change of the value to first
  /// order.  The first trial is usually accepted, so its gradient is computed along with its value.
  std::optional<Iterate> try_step(const Iterate& from, const Matrix& step, double predicted,
                                  bool joint) {
    Iterate to;
    if (joint) {
      to = evaluate(manifold_.retract(from.point, step));
    } else {
      to.point = manifold_.retract(from.point, step);
      to.value = objective_.value(to.point);
      ++result_.value_evaluations;
    }
    last_value_ = to.value;
    const bool decreased = to.value - from.value <= options_.sufficient_decrease * predicted;
    if (!decreased && !within_rounding(from, to)) return std::nullopt;
    if (!joint) {
      set_gradient(to, objective_.gradient(to.point));
      ++result_.gradient_evaluations;
    }
    if (!decreased && !slope_decreased(from, step, predicted, to)) return std::nullopt;
    return to;
  }

  /// Close to a minimum the decrease drowns in the rounding of the values, long before the gradient
  /// does; slopes then decide (Hager & Zhang's approximate Wolfe condition).
  bool within_rounding(const Iterate& from, const Iterate& to) const {
    const double noise = 4 * std::numeric_limits<double>::epsilon() * std::abs(from.value);
    return std::abs(to.value - from.value) <= noise + options_.value_noise;
  }
  /// <grad f, step> at the step's end.
  double slope_at(const Iterate& from, const Matrix& step, const Iterate& to) const {
    const Matrix carried = manifold_.transport(from.point, to.point, step);
    return manifold_.inner(to.point, to.gradient, carried);
  }
  bool slope_decreased(const Iterate& from, const Matrix& step, double predicted,
                       const Iterate& to) const {
    return std::abs(slope_at(from, step, to)) <=
           (1 - 2 * options_.sufficient_decrease) * std::abs(predicted);
  }

  /// The minimum of the parabola through value, slope and the rejected trial, kept within a tenth
  /// and a half of the trial.
  static double shorten(double length, double slope, double change) {
    const double curvature = change - length * slope;
    const double minimum = -slope * length * length / (2 * curvature);
    if (!std::isfinite(minimum)) return 0.1 * length;
    return std::clamp(minimum, 0.1 * length, 0.5 * length);
  }

  void set_gradient(Iterate& at, const Matrix& euclidean) const {
    at.gradient = manifold_.riemannian_gradient(at.point, euclidean);
    at.gradient_norm = manifold_.norm(at.point, at.gradient);
  }

  const Manifold& manifold_;
  const Objective& objective_;
  const DescentOptions& options_;
  DescentResult& result_;
  double last_value_ = 0;
};

bool is_finite(const Iterate& at) {
  return std::isfinite(at.value) && std::isfinite(at.gradient_norm);
}

}  // namespace

DescentResult run_descent(const Manifold& manifold, const Objective& objective, Matrix start,
                          const DescentOptions& options, const DescentObserver& observer,
                          DirectionRule& rule) {
  options.validate();
  check_start(manifold, start);
  DescentResult result;
  Descent descent(manifold, objective, options, result);
  Iterate at = descent.evaluate(std::move(start));
  const double scale = options.absolute_tolerance ? 1.0 : std::max(1.0, at.gradient_norm);
  const double target = options.gradient_tolerance * scale;
  double step_norm = 0;
  while (result.termination == Termination::kNotRun) {
    result.history.push_back({result.iterations, at.value, at.gradient_norm, step_norm});
    if (!is_finite(at)) {
      result.termination = Termination::kNotFinite;
    } else if (observer && observer(result.history.back()) == Flow::kStop) {
      result.termination = Termination::kStopped;
    } else if (at.gradient_norm <= target) {
      result.termination = Termination::kConverged;
    } else if (result.iterations == options.max_iterations) {
      result.termination = Termination::kMaxIterations;
    } else {
      std::optional<Descent::Move> move = descent.search(at, rule.propose(at));
      if (!move && rule.forget()) move = descent.search(at, rule.propose(at));
      if (!move) {
        result.termination = Termination::kNoDescent;
        break;
      }
      rule.learn(at, move->step, move->to);
      step_norm = manifold.norm(at.point, move->step);
      at = std::move(move->to);
      ++result.iterations;
    }
  }
  result.value = at.value;
  result.gradient_norm = at.gradient_norm;
  result.point = std::move(at.point);
  return result;
}

}  // namespace fairpca
