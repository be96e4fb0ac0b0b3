// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/constrained_fair_pca.h"

#include <algorithm>
#include <cmath>

#include "fit/dimensions.h"
#include "fit/group_checks.h"
#include "fit/group_distributions.h"
#include "fit/mean_constraints/complement_pca.h"
#include "fit/mean_constraints/direction_checks.h"
#include "fit/mean_constraints/representation_program.h"
#include "fit/mean_constraints/rotate_out.h"
#include "fit/messages.h"
#include "fit/method_entry.h"
#include "fit/numbers.h"
#include "fit/overall_scale.h"
#include "optimize/boundary_crossing.h"
#include "optimize/trade_off_boundary.h"
#include "options/messages.h"

namespace fairpca {
namespace {

/// The search on the boundary of (S, c ff'), c = tr S / |f|^2 so that both weigh alike, for the
/// largest v0 with v1 <= limit.  Its angles are those of S - nu c ff', nu >= 0: -90 to 0 degrees.
class MeanConstraintSearch {
 public:
  MeanConstraintSearch(TradeOffBoundary& boundary, const Vector& difference, double delta,
                       const ConstrainedFairPcaOptions& options, const SolveObserver& observer)
      : boundary_(boundary),
        difference_(difference),
        delta_(delta),
        limit_(delta * delta * boundary.a1().trace() / difference.squaredNorm()),
        options_(options),
        observer_(observer) {}

  ProjectionSolution run() {
    const SupportPoint& plain = boundary_.support(0);
    Status status = Status::kOptimal;
    if (offer(plain, plain.first, boundary_.first_frame(plain))) return finish(status);
    CrossingSearch search;
    search.from = steep_angle();
    search.to = 0;
    search.line = [this](const SupportPoint&) { return Line{0, 1, limit_}; };
    search.accept = [this](const SupportPoint& point, const BoundaryFrame& candidate) {
      return offer(point, candidate.at, candidate.frame);
    };
    search.observer = observer_;
    search.max_steps = options_.max_iterations;
    const CrossingResult crossing = find_crossing(boundary_, search);
    iterations_ += crossing.steps;
    if (crossing.end == CrossingEnd::kStopped) status = Status::kStopped;
    return finish(status);
  }

 private:
  bool offer(const SupportPoint& point, const Captured& at, const Matrix& frame) {
    if (at.v1 <= limit_ + rounding_of_square() && at.v0 > captured_) {
      captured_ = at.v0;
      frame_ = frame;
    }
    if (const double most = most_captured(point); most < most_) {
      most_ = most;
      angle_ = point.angle;
    }
    return is_good_enough();
  }

  /// No feasible projection captures more: n0 v0 <= upper - n1 v1 and n1 <= 0.
  double most_captured(const SupportPoint& point) const {
    return point.n0 > 0 ? (point.upper - point.n1 * limit_) / point.n0 : kInfinity;
  }

  bool is_good_enough() const {
    const double trace = boundary_.a0().trace();
    const double rounding = 16 * kEpsilon * trace;
    return std::isfinite(captured_) &&
           most_ - captured_ <= options_.tolerance * std::max(trace - captured_, 0.0) + rounding;
  }

  /// An angle where the constraint holds: the weight of ff' grows until it does.
  double steep_angle() {
    double weight = 4;
    for (int step = 0; step < 40; ++step, weight *= 8) {
      const double angle = -std::atan(weight);
      ++iterations_;
      if (boundary_.support(angle).last.v1 < limit_) return angle;
    }
    return -kQuarterTurn;
  }

  ProjectionSolution finish(Status status) {
    const SupportPoint& point = boundary_.certify(angle_);
    rotate_out(frame_, difference_, delta_);
    captured_ = boundary_.captured(frame_).v0;
    most_ = most_captured(point);
    const double trace = boundary_.a0().trace();
    ProjectionSolution solution;
    solution.components = frame_;
    solution.objective = std::max(0.0, trace - captured_);
    solution.bound = std::clamp(trace - most_, 0.0, solution.objective);
    solution.certified = point.certified;
    solution.dual_weights = {-point.n1 / point.n0};
    solution.multipliers.dual_weights = {-point.n1 / point.n0 * trace / difference_.squaredNorm()};
    solution.tolerance = options_.tolerance;
    solution.iterations = iterations_;
    solution.status = status == Status::kOptimal ? judge(point, solution) : status;
    return solution;
  }

  /// A delta whose square is lost in the rounding of v1 cannot be told from its neighbours.
  Status judge(const SupportPoint& point, ProjectionSolution& solution) const {
    if (is_good_enough()) return point.certified ? Status::kOptimal : Status::kConverged;
    const double gap = most_ - captured_;
    if (gap * point.n0 > -8 * point.n1 * rounding_of_square()) return Status::kMaxIterations;
    solution.warnings.push_back(mean_constraints_message<"delta-below-rounding">(
        "delta"_is(delta_), "difference"_is(difference_.norm()), "gap"_is(gap)));
    return Status::kConverged;
  }

  double rounding_of_square() const { return 1e-14 * boundary_.a1().trace(); }

  TradeOffBoundary& boundary_;
  const Vector& difference_;
  double delta_, limit_;
  const ConstrainedFairPcaOptions& options_;
  const SolveObserver& observer_;
  Matrix frame_;
  double captured_ = -kInfinity, most_ = kInfinity, angle_ = 0;
  int iterations_ = 0;
};

/// With delta 0.
void require_directions(Index d, Index excluded, Index p) {
  if (d <= p - excluded) return;
  Message problem = lack_of_directions(d, excluded, p, "constraint"_is(Setting{"delta", "0"}));
  problem.offer({"delta"}, "above 0 rules out none");
  reject(std::move(problem));
}

/// The longest difference of means after projection; before it for a frame without columns.
double largest_mean(const std::vector<GroupComparison>& comparisons, const Matrix& frame) {
  double largest = 0;
  for (const GroupComparison& comparison : comparisons) {
    const double length =
        frame.cols() == 0 ? comparison.mean.norm() : (frame.transpose() * comparison.mean).norm();
    largest = std::max(largest, length);
  }
  return largest;
}

/// Of mu, beside the variance <P, S>.
double unit_of_penalty(const PreparedMoments& moments, FpcaFormulation formulation) {
  switch (formulation) {
    case FpcaFormulation::kDefault:
      return 1;
    case FpcaFormulation::kAuthors:  // <P, S> / |X|_F
      return std::sqrt(moments.weight * moments.covariance.trace());
    case FpcaFormulation::kPrinted:  // <P, X'X>
      return 1 / moments.weight;
  }
  return 1;
}

/// The penalty weight in the program: mu, in the unit of its formulation.
double penalty_weight(const PreparedMoments& moments, const ConstrainedFairPcaOptions& options) {
  constexpr double kLargest = 1e100;  // beyond it squares overflow
  const double unit = unit_of_penalty(moments, options.formulation);
  if (options.mu * unit > kLargest) {
    reject(mean_constraints_message<"penalty-weight-too-large">(
        "option"_is(OptionName{"mu"}), "most"_is(kLargest / unit), "value"_is(options.mu)));
  }
  return options.mu * unit;
}

/// That no projection found has the means within delta, and the ways out.
Message means_apart(double reached, double delta, const ConstrainedFairPcaOptions& options,
                    Index d) {
  Message problem =
      mean_constraints_message<"means-apart">("reached"_is(reached), "delta"_is(delta));
  if (options.mu > 0 && options.formulation != FpcaFormulation::kDefault) {
    problem.offer({"formulation", "default"}, "rotates the components towards the limit");
  }
  problem.offer({options.relative_delta ? "relative_delta" : "delta"}, "can be raised");
  if (d > 1) problem.offer({"dimensions"}, "can be lowered");
  return problem;
}

/// The top eigenvectors of a solution of the relaxation may leave the limit behind.
void judge_limit(const ConstrainedFairPcaOptions& options, const MeanSummary& means,
                 ProjectionSolution& solution) {
  const double limit = means.delta * (1 + 1e-6) + 1e-8 * means.mean_difference_before;
  if (means.mean_difference <= limit && solution.status != Status::kInfeasible) return;
  if (solution.status != Status::kStopped) solution.status = Status::kInfeasible;
  solution.missed =
      means_apart(means.mean_difference, means.delta, options, solution.components.cols());
  solution.warnings.push_back(*solution.missed);
}

const OptionTable<ConstrainedFairPcaOptions>& constrained_fair_pca_options() {
  static const OptionTable<ConstrainedFairPcaOptions> table = [] {
    OptionTable<ConstrainedFairPcaOptions> made;
    made.number("delta", FAIRPCA_MEMBER(delta), kNotNegative,
                "Largest distance of the projected group means, in the scaled space");
    made.optional_number("relative_delta", FAIRPCA_MEMBER(relative_delta), {.least = 0, .most = 1},
                         "The same as a fraction of their distance before projection");
    made.number("mu", FAIRPCA_MEMBER(mu), kNotNegative,
                "Penalty weight of unequal covariances of the projected groups; 0: means only");
    made.choice<FpcaFormulation>(
            "formulation", FAIRPCA_MEMBER(formulation),
            {{"default", FpcaFormulation::kDefault},
             {"authors", FpcaFormulation::kAuthors},
             {"printed", FpcaFormulation::kPrinted}},
            "Unit of mu: the variance, or as in the authors' program; or the program as printed")
        .only_with("mu");
    made.flag("keep_relaxation", FAIRPCA_MEMBER(keep_relaxation),
              "Report the spectrum of the convex program's solution")
        .only_with("mu");
    made.number("tolerance", FAIRPCA_MEMBER(tolerance), kOpenFraction,
                "Relative gap to the bound at which to stop");
    made.number("relaxation_tolerance", FAIRPCA_MEMBER(relaxation_tolerance), kOpenFraction,
                "With mu: gap of the convex program, as a fraction of the variance");
    made.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(1),
               "Maximum number of iterations");
    return made;
  }();
  return table;
}

}  // namespace

void ConstrainedFairPcaOptions::validate() const {
  constrained_fair_pca_options().check(*this);
  if (relative_delta && delta > 0) {
    reject(option_message<"option-exclusive">("option"_is(OptionName{"delta"}),
                                              "other"_is(OptionName{"relative_delta"})));
  }
}

ProjectionSolution solve_mean_constraint(const Matrix& covariance, const Vector& difference,
                                         double delta, Index d,
                                         const ConstrainedFairPcaOptions& options,
                                         SpectralSolver& spectral, const SolveObserver& observer) {
  const Matrix direction = orthonormal_basis(difference, overall_scale(covariance));
  if (delta == 0 || direction.cols() == 0) {
    require_directions(d, direction.cols(), covariance.rows());
    return complement_pca(covariance, direction, d, spectral);
  }
  const Matrix outer = covariance.trace() * (direction * direction.transpose());
  TradeOffBoundary boundary(covariance, outer, d, spectral);
  return MeanConstraintSearch(boundary, difference, delta, options, observer).run();
}

Fit fit_constrained_fair_pca(const FitInput& input, const ConstrainedFairPcaOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  require_two_groups(moments.groups.size(), "constrained-fair-pca");
  if (options.mu > 0) require_rows_in_groups(moments, "a penalty on unequal covariances");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  const std::vector<GroupDistribution> groups = group_distributions(input, "");
  const std::vector<GroupComparison> comparisons = group_comparisons(groups, moments.covariance);
  const Matrix differences = mean_differences(groups);
  const double largest = largest_mean(comparisons, Matrix());
  const double delta = options.relative_delta ? *options.relative_delta * largest : options.delta;
  // A projection makes no difference longer: limits beyond them all are the same.
  const double limit = std::min(delta, largest);
  const RepresentationProblem problem{moments.covariance, comparisons, limit,
                                      penalty_weight(moments, options),
                                      options.formulation == FpcaFormulation::kPrinted};
  const Matrix excluded = orthonormal_basis(differences, overall_scale(moments.covariance));
  if (delta == 0) require_directions(d, excluded.cols(), moments.covariance.rows());
  ProjectionSolution solution;
  if (options.mu > 0) {
    solution = solve_covariance_program(problem, d, options, spectral, solve_observer(input));
  } else if (moments.groups.size() == 2) {
    solution = solve_mean_constraint(moments.covariance, differences.col(0), limit, d, options,
                                     spectral, solve_observer(input));
  } else if (delta == 0 || excluded.cols() == 0) {
    solution = complement_pca(moments.covariance, excluded, d, spectral);
  } else {
    solution = solve_mean_limits(problem, d, options, spectral, solve_observer(input));
  }
  if (options.mu > 0 && !(moments.covariance.trace() > 0)) {
    solution.warnings.push_back(fit_message<"no-variance">());
  }
  solution.means = {delta, largest_mean(comparisons, solution.components), largest};
  judge_limit(options, *solution.means, solution);
  return finish_fit(input, "constrained-fair-pca", d, std::move(solution), spectral);
}

Method constrained_fair_pca_method() {
  Method method = method_entry(
      {.id = "constrained-fair-pca",
       .python_name = "ConstrainedFairPCA",
       .summary = "Representation fairness: PCA whose projected group means differ "
                  "by at most delta, with a penalty on unequal covariances",
       .brief = "group means at most delta apart",
       .problem = "Maximise the variance <P, S> over projections P of rank d with |P (mu_1 - "
                  "mu_0)| <= delta, less mu "
                  "times the difference of the projected groups' covariances.",
       .paper =
           "M. Olfat, A. Aswani (2019): Convex Formulations for Fair Principal Component Analysis",
       .example = {{"group", "sex"},
                   {"method", "constrained-fair-pca"},
                   {"relative_delta", "0.1"},
                   {"dimensions", "5"}},
       .fairness = Fairness::kRepresentation,
       .min_groups = 2,
       .exclusive_options = {{"delta", "relative_delta"}}},
      constrained_fair_pca_options(), fit_constrained_fair_pca);
  // As Vu et al. (2022) tuned it: the means alone, then equal means with a penalty.
  method.grid = grid_over("delta", std::vector<double>{0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9});
  for (const double mu : {1e-4, 1e-3, 0.01, 0.05, 0.5}) {
    method.grid.push_back({{"delta", 0.0}, {"mu", mu}});
  }
  return method;
}

}  // namespace fairpca
