// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/penalty.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "fairpca/manifolds/grassmann.h"

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

/// h_j <= near * limit_j, also where limits are negative.
bool is_near(const Vector& constraints, const Vector& limits, double near) {
  return (constraints - limits - (near - 1) * limits.cwiseAbs()).maxCoeff() <= 0;
}

/// What both loops do around their penalties.
class Rounds {
 public:
  Rounds(const Manifold& manifold, const ConstrainedObjective& objective, const Vector& limits,
         Matrix start, const PenaltyOptions& options)
      : manifold_(manifold),
        objective_(objective),
        limits_(limits),
        options_(options),
        at_(std::move(start)),
        tolerance_(options.first_tolerance) {}

  /// One inner minimisation from where the last one ended.
  void minimize(const Penalty& penalty) {
    LbfgsOptions inner;
    inner.memory = options_.memory;
    inner.descent.max_iterations = options_.max_inner_iterations;
    inner.descent.gradient_tolerance = tolerance_;
    inner.descent.absolute_tolerance = true;
    inner.descent.value_noise = noise_of(penalty);
    const Penalized penalized(objective_, penalty);
    const auto observer = [this](const IterationRecord&) {
      return options_.observer ? options_.observer() : Flow::kContinue;
    };
    DescentResult found = minimize_lbfgs(manifold_, penalized, at_, inner, observer, &memory_);
    ++best_.rounds;
    best_.iterations += found.iterations;
    best_.evaluations += found.value_evaluations;
    best_.stopped = found.termination == Termination::kStopped;
    moved_ = principal_angles(at_, found.point).norm();
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

  /// Keeps the iterate, whatever was kept.
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
  bool stands_still() const { return moved_ <= options_.still; }
  bool inner_converged() const { return inner_converged_; }
  bool out_of_steps() const { return out_of_steps_; }
  bool gains_little() const { return gained_ <= 1e-3 * std::abs(value_); }
  bool stopped() const { return best_.stopped; }
  const Vector& constraints() const { return constraints_; }

  PenaltyResult finish(bool converged, bool near = false) {
    best_.near = near;
    best_.converged = converged && best_.feasible;
    return std::move(best_);
  }

 private:
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

/// Tells when further rounds towards a start are not worth their while.
struct Hope {
  int long_rounds = 0, idle_rounds = 0;
  double last = std::numeric_limits<double>::infinity();

  bool is_lost(double largest, bool out_of_steps) {
    if (out_of_steps) ++long_rounds;
    idle_rounds = largest > 0.98 * last ? idle_rounds + 1 : 0;
    last = largest;
    return long_rounds >= 2 || idle_rounds >= 4;
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

void require_that(bool holds, const char* field, const char* range, double given) {
  if (!holds) throw InvalidArgument(fmt::format("{} must be {}; it is {}", field, range, given));
}

/// lambda and r of the augmented Lagrangian, with the penalty they make.
struct Multipliers {
  Vector lambda, stiffness, targets;

  double operator()(const Vector& constraints, Vector& slopes) const {
    slopes = shifted(constraints);
    return ((slopes.array().square() - lambda.array().square()) / (2 * stiffness.array())).sum();
  }
  Vector shifted(const Vector& constraints) const {
    return (lambda + stiffness.cwiseProduct(constraints - targets)).cwiseMax(0.0);
  }
  /// How far complementarity fails, in units of the limits.
  Vector residual(const Vector& constraints, const Vector& scale) const {
    const Vector slack = (targets - constraints).cwiseMin(lambda.cwiseQuotient(stiffness));
    return slack.cwiseAbs().cwiseQuotient(scale);
  }
};

}  // namespace

void PenaltyOptions::validate(Index constraints) const {
  require_that(max_rounds >= 1, "max_rounds", ">= 1", max_rounds);
  require_that(last_tolerance > 0 && last_tolerance <= first_tolerance, "last_tolerance",
               "in (0, first_tolerance]", last_tolerance);
  require_that(tolerance_factor >= 0 && tolerance_factor < 1, "tolerance_factor", "in [0, 1)",
               tolerance_factor);
  require_that(still > 0, "still", "> 0", still);
  require_that(penalty_factor > 1, "penalty_factor", "> 1", penalty_factor);
  require_that(max_penalty > 0, "max_penalty", "> 0", max_penalty);
  require_that(near >= 0, "near", ">= 0", near);
  require_that(noise >= 0, "noise", ">= 0", noise);
  require_that(stiffness > 0, "stiffness", "> 0", stiffness);
  require_that(first_penalty.size() == constraints && (first_penalty.array() > 0).all(),
               "first_penalty", "> 0, one per constraint",
               static_cast<double>(first_penalty.size()));
}

PenaltyResult minimize_exact_penalty(const Manifold& manifold,
                                     const ConstrainedObjective& objective, const Vector& limits,
                                     Matrix start, const PenaltyOptions& options) {
  options.validate(objective.constraints());
  Rounds rounds(manifold, objective, limits, std::move(start), options);
  Vector penalty = options.first_penalty;
  Hope hope;
  for (int round = 0; round < options.max_rounds; ++round) {
    rounds.minimize([&](const Vector& constraints, Vector& slopes) {
      slopes = penalty;
      return penalty.dot(constraints);
    });
    if (options.near > 0) {
      rounds.offer_best(penalty);
    } else {
      rounds.keep(penalty);
    }
    if (rounds.stopped()) break;
    const bool feasible = largest_violation(rounds.constraints(), limits) <= 0;
    const bool settled = rounds.is_tightest() && rounds.stands_still();
    if (feasible && settled) return rounds.finish(true);
    if (options.near > 0) {
      if (is_near(rounds.constraints(), limits, options.near)) return rounds.finish(false, true);
      if (hope.is_lost(rounds.constraints().maxCoeff(), rounds.out_of_steps())) break;
      if (!feasible && penalty.maxCoeff() >= options.max_penalty) break;
    }
    const bool raised = raise_violated(rounds.constraints(), limits, options, penalty);
    if (settled && !raised) break;  // all further rounds would stand here, too
    rounds.tighten();
  }
  return rounds.finish(false);
}

PenaltyResult minimize_augmented_lagrangian(const Manifold& manifold,
                                            const ConstrainedObjective& objective,
                                            const Vector& limits, Matrix start,
                                            const PenaltyOptions& options) {
  options.validate(objective.constraints());
  constexpr double kMargin = 5e-4;  // aimed at below the limit, so that the end is feasible
  const Vector scale =
      limits.unaryExpr([](double limit) { return limit == 0 ? 1e-6 : std::abs(limit); });
  Multipliers state{.lambda = options.first_penalty,
                    .stiffness = options.stiffness * options.first_penalty.cwiseQuotient(scale),
                    .targets = limits - kMargin * scale};
  Rounds rounds(manifold, objective, limits, std::move(start), options);
  Vector last = Vector::Constant(limits.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < options.max_rounds; ++round) {
    rounds.minimize(
        [&](const Vector& constraints, Vector& slopes) { return state(constraints, slopes); });
    const Vector residual = state.residual(rounds.constraints(), scale);
    state.lambda = state.shifted(rounds.constraints());
    rounds.offer_best(state.lambda);
    if (rounds.stopped()) break;
    const bool complementary = residual.maxCoeff() <= kMargin;
    const bool still = rounds.inner_converged() || rounds.gains_little();
    if (complementary && rounds.is_tightest() && still) return rounds.finish(true);
    if (state.stiffness.maxCoeff() >= options.max_penalty / scale.minCoeff()) break;
    rounds.tighten();
    for (Index j = 0; j < residual.size(); ++j) {
      if (residual(j) > 0.3 * last(j)) state.stiffness(j) *= options.penalty_factor;
    }
    last = residual;
  }
  return rounds.finish(false);
}

}  // namespace fairpca
