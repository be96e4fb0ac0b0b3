// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/penalty.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "fairpca/manifolds/grassmann.h"
#include "optimize/lbfgs_memory.h"
#include "optimize/messages.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// phi(h) and its derivatives, constraint by constraint.
using Penalty = std::function<double(const Vector& constraints, Vector& slopes)>;

/// f + phi(h).
class Penalized final : public Objective {
 public:
  Penalized(const ConstrainedObjective& objective, Penalty penalty)
      : objective_(objective), penalty_(std::move(penalty)) {}

  double value(const Matrix& point) const override {
    Vector slopes;
    return evaluate(point, false, slopes);
  }
  Matrix gradient(const Matrix& point) const override {
    Matrix result;
    value_and_gradient(point, result);
    return result;
  }
  double value_and_gradient(const Matrix& point, Matrix& gradient_at_point) const override {
    Vector slopes;
    const double total = evaluate(point, true, slopes);
    gradient_at_point = objective_.gradient(point, slopes);
    return total;
  }

 private:
  double evaluate(const Matrix& point, bool keep, Vector& slopes) const {
    Vector constraints;
    const double value = objective_.values(point, constraints, keep);
    slopes.resize(constraints.size());
    return value + penalty_(constraints, slopes);
  }

  const ConstrainedObjective& objective_;
  Penalty penalty_;
};

double largest_violation(const Vector& constraints, const Vector& limits) {
  return (constraints - limits).maxCoeff();
}

/// h_j <= factor * limit_j, also where limits are negative.
bool is_nearly_feasible(const Vector& constraints, const Vector& limits, double factor) {
  return (constraints - limits - (factor - 1) * limits.cwiseAbs()).maxCoeff() <= 0;
}

/// What both loops do around their penalties.
class OuterLoop {
 public:
  OuterLoop(const Manifold& manifold, const ConstrainedObjective& objective, const Vector& limits,
            Matrix start, const PenaltyOptions& options)
      : manifold_(manifold),
        objective_(objective),
        limits_(limits),
        options_(options),
        at_(std::move(start)),
        memory_(options.curvature.pairs),
        tolerance_(options.first_tolerance) {
    carry_memory(manifold_, options.curvature.point, at_, memory_);
  }

  /// One inner minimisation from where the last one ended.
  void minimize(const Penalty& penalty) {
    DescentResult found = minimize_inner(Penalized(objective_, penalty), noise_of(penalty));
    ++best_.rounds;
    best_.iterations += found.iterations;
    best_.evaluations += found.value_evaluations;
    best_.stopped = found.termination == Termination::kStopped;
    moved_ = options_.sees_frames ? (at_ - found.point).norm()
                                  : principal_angles(at_, found.point).norm();
    inner_converged_ = found.converged() || found.termination == Termination::kNoDescent;
    out_of_steps_ = found.termination == Termination::kMaxIterations;
    at_ = std::move(found.point);
    const double before = value_;
    value_ = objective_.values(at_, constraints_, false);
    gained_ = std::abs(before - value_);
  }

  /// Keeps the iterate if it is the best so far.
  void offer_best(const Vector& multipliers) {
    const bool feasible = largest_violation(constraints_, limits_) <= 0;
    const double violation = std::max(0.0, largest_violation(constraints_, limits_));
    const bool better = feasible != best_.feasible ? feasible
                        : feasible                 ? value_ < best_.value
                                                   : violation < violation_;
    if (best_.point.size() > 0 && !better) return;
    violation_ = violation;
    keep(multipliers);
  }

  /// Keeps the iterate in place of what was kept.
  void keep(const Vector& multipliers) {
    best_.point = at_;
    best_.value = value_;
    best_.constraints = constraints_;
    best_.multipliers = multipliers;
    best_.feasible = largest_violation(constraints_, limits_) <= 0;
  }

  void tighten() {
    const double factor = options_.tolerance_factor > 0
                              ? options_.tolerance_factor
                              : std::pow(options_.last_tolerance / options_.first_tolerance, 0.2);
    tolerance_ = std::max(options_.last_tolerance, factor * tolerance_);
  }
  bool is_tightest() const { return tolerance_ <= options_.last_tolerance; }
  bool is_stationary() const { return moved_ <= options_.step_tolerance; }
  bool inner_converged() const { return inner_converged_; }
  bool out_of_steps() const { return out_of_steps_; }
  /// A safeguard where values are noisy and the inner gradient never meets its tolerance.
  bool value_is_stationary() const { return gained_ <= 1e-3 * std::abs(value_); }
  bool stopped() const { return best_.stopped; }
  const Vector& constraints() const { return constraints_; }

  PenaltyResult finish(bool converged, bool nearly_feasible = false) {
    best_.nearly_feasible = nearly_feasible;
    best_.converged = converged && best_.feasible;
    best_.curvature = {std::move(at_), std::move(memory_)};
    return std::move(best_);
  }

 private:
  DescentResult minimize_inner(const Penalized& penalized, double noise) {
    const auto observer = [this](const IterationRecord&) {
      return options_.observer ? options_.observer() : Flow::kContinue;
    };
    if (options_.inner_solver == InnerSolver::kTrustRegion) {
      const TrustRegionOptions inner{.max_iterations = options_.max_inner_iterations,
                                     .gradient_tolerance = tolerance_,
                                     .absolute_tolerance = true};
      return minimize_trust_region(manifold_, penalized, at_, inner, observer);
    }
    LbfgsOptions inner;
    inner.memory = options_.memory;
    inner.descent.max_iterations = options_.max_inner_iterations;
    inner.descent.gradient_tolerance = tolerance_;
    inner.descent.absolute_tolerance = true;
    inner.descent.value_noise = noise;
    if (options_.inner_solver == InnerSolver::kConjugateGradient) {
      return minimize_conjugate_gradient(manifold_, penalized, at_, inner.descent, observer);
    }
    return minimize_lbfgs(manifold_, penalized, at_, inner, observer, &memory_);
  }

  /// Of the penalised value at the iterate.
  double noise_of(const Penalty& penalty) const {
    if (options_.noise == 0) return 0;
    Vector constraints, slopes;
    objective_.values(at_, constraints, true);
    penalty(constraints, slopes);
    return options_.noise * slopes.norm();
  }

  const Manifold& manifold_;
  const ConstrainedObjective& objective_;
  const Vector& limits_;
  const PenaltyOptions& options_;
  Matrix at_;
  LbfgsMemory memory_;  ///< rounds differ by their penalties alone
  double tolerance_, value_ = 0, moved_ = 0, gained_ = 0;
  double violation_ = std::numeric_limits<double>::infinity();
  bool inner_converged_ = false, out_of_steps_ = false;
  Vector constraints_;
  PenaltyResult best_;  ///< or the last, by what was called
};

/// Tells when further rounds towards a start are given up.
///
/// Its numbers are safeguards: they bound the time spent on a start that leads nowhere, and decide
/// nothing about the ends that are reached.
struct StallDetector {
  static constexpr double kLittleProgress = 0.98;
  static constexpr int kMaxLongRounds = 2, kMaxIdleRounds = 4;

  int long_rounds = 0, idle_rounds = 0;
  double last = std::numeric_limits<double>::infinity();

  bool has_stalled(double largest, bool out_of_steps) {
    if (out_of_steps) ++long_rounds;
    idle_rounds = largest > kLittleProgress * last ? idle_rounds + 1 : 0;
    last = largest;
    return long_rounds >= kMaxLongRounds || idle_rounds >= kMaxIdleRounds;
  }
};

/// Multiplies the penalties of violated constraints; false if all of these are at their largest.
bool raise_violated(const Vector& constraints, const Vector& limits, const PenaltyOptions& options,
                    Vector& penalty) {
  bool raised = false;
  for (Index j = 0; j < penalty.size(); ++j) {
    if (constraints(j) <= limits(j) || penalty(j) >= options.max_penalty) continue;
    penalty(j) = std::min(options.penalty_factor * penalty(j), options.max_penalty);
    raised = true;
  }
  return raised;
}

/// lambda and rho of the augmented Lagrangian, with the penalty they make.
struct Multipliers {
  Vector lambda, rho, targets;

  double operator()(const Vector& constraints, Vector& slopes) const {
    slopes = shifted(constraints);
    return ((slopes.array().square() - lambda.array().square()) / (2 * rho.array())).sum();
  }
  Vector shifted(const Vector& constraints) const {
    return (lambda + rho.cwiseProduct(constraints - targets)).cwiseMax(0.0);
  }
  /// How far complementarity fails, in units of the limits.
  Vector residual(const Vector& constraints, const Vector& scale) const {
    const Vector slack = (targets - constraints).cwiseMin(lambda.cwiseQuotient(rho));
    return slack.cwiseAbs().cwiseQuotient(scale);
  }
};

}  // namespace

void PenaltyOptions::validate(Index constraints) const {
  constexpr NumberRange kAboveZero{.least = 0, .excludes_least = true};
  check_field("max_rounds", max_rounds, {.least = 1});
  check_field("last_tolerance", last_tolerance,
              {.least = 0, .most = first_tolerance, .excludes_least = true});
  check_field("tolerance_factor", tolerance_factor, {.least = 0, .most = 1, .excludes_most = true});
  check_field("step_tolerance", step_tolerance, kAboveZero);
  check_field("penalty_factor", penalty_factor, {.least = 1, .excludes_least = true});
  check_field("max_penalty", max_penalty, kAboveZero);
  check_field("feasibility_factor", feasibility_factor, {.least = 0});
  check_field("noise", noise, {.least = 0});
  check_field("rho_factor", rho_factor, kAboveZero);
  if (first_penalty.size() != constraints) {
    reject(optimize_message<"penalty-per-constraint">("option"_is(OptionName{"first_penalty"}),
                                                      "given"_is(first_penalty.size()),
                                                      "constraints"_is(constraints)));
  }
  for (const double penalty : first_penalty) {
    if (penalty > 0) continue;  // also infinity: multipliers of an earlier search may overflow
    check_field("first_penalty", penalty, kAboveZero);
  }
}

PenaltyResult minimize_exact_penalty(const Manifold& manifold,
                                     const ConstrainedObjective& objective, const Vector& limits,
                                     Matrix start, const PenaltyOptions& options) {
  options.validate(objective.constraints());
  OuterLoop loop(manifold, objective, limits, std::move(start), options);
  Vector penalty = options.first_penalty;
  StallDetector stall;
  for (int round = 0; round < options.max_rounds; ++round) {
    loop.minimize([&](const Vector& constraints, Vector& slopes) {
      slopes = penalty;
      return penalty.dot(constraints);
    });
    if (options.feasibility_factor > 0) {
      loop.offer_best(penalty);
    } else {
      loop.keep(penalty);
    }
    if (loop.stopped()) break;
    const bool feasible = largest_violation(loop.constraints(), limits) <= 0;
    const bool settled = loop.is_tightest() && loop.is_stationary();
    if (feasible && settled) return loop.finish(true);
    if (options.feasibility_factor > 0) {
      if (is_nearly_feasible(loop.constraints(), limits, options.feasibility_factor))
        return loop.finish(false, true);
      if (stall.has_stalled(loop.constraints().maxCoeff(), loop.out_of_steps())) break;
      if (!feasible && penalty.maxCoeff() >= options.max_penalty) break;
    }
    const bool raised = raise_violated(loop.constraints(), limits, options, penalty);
    if (settled && !raised) break;  // all further rounds would end here, too
    loop.tighten();
  }
  return loop.finish(false);
}

PenaltyResult minimize_augmented_lagrangian(const Manifold& manifold,
                                            const ConstrainedObjective& objective,
                                            const Vector& limits, Matrix start,
                                            const PenaltyOptions& options) {
  options.validate(objective.constraints());
  // A safeguard: minimisation aims at this share below the limit, so that the end is feasible in
  // spite of the tolerance on complementarity, which is the same.
  constexpr double kMargin = 5e-4;
  // rho grows where complementarity has not come closer by this factor, as in Birgin & Martinez
  // (2014), Algorithm 4.1, where it is tau and any number in [0, 1) is allowed.
  constexpr double kProgress = 0.3;
  const Vector scale =
      limits.unaryExpr([](double limit) { return limit == 0 ? 1e-6 : std::abs(limit); });
  Multipliers state{.lambda = options.first_penalty,
                    .rho = options.rho_factor * options.first_penalty.cwiseQuotient(scale),
                    .targets = limits - kMargin * scale};
  OuterLoop loop(manifold, objective, limits, std::move(start), options);
  Vector last = Vector::Constant(limits.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < options.max_rounds; ++round) {
    loop.minimize(
        [&](const Vector& constraints, Vector& slopes) { return state(constraints, slopes); });
    const Vector residual = state.residual(loop.constraints(), scale);
    state.lambda = state.shifted(loop.constraints());
    loop.offer_best(state.lambda);
    if (loop.stopped()) break;
    const bool complementary = residual.maxCoeff() <= kMargin;
    const bool stationary = loop.inner_converged() || loop.value_is_stationary();
    if (complementary && loop.is_tightest() && stationary) return loop.finish(true);
    if (state.rho.maxCoeff() >= options.max_penalty / scale.minCoeff()) break;
    loop.tighten();
    for (Index j = 0; j < residual.size(); ++j) {
      if (residual(j) > kProgress * last(j)) state.rho(j) *= options.penalty_factor;
    }
    last = residual;
  }
  return loop.finish(false);
}

}  // namespace fairpca
