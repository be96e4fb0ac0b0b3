// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/constrained_fair_pca.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/invalid_option.h"
#include "fairpca/optimize/boundary_crossing.h"
#include "fairpca/optimize/trade_off_boundary.h"
#include "fit/complement_pca.h"
#include "fit/group_distributions.h"
#include "fit/numbers.h"
#include "fit/option_specs.h"
#include "fit/representation_program.h"
#include "fit/turn_away.h"

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
    return -kRight;
  }

  ProjectionSolution finish(Status status) {
    const SupportPoint& point = boundary_.certify(angle_);
    turn_away(frame_, difference_, delta_);
    captured_ = boundary_.captured(frame_).v0;
    most_ = most_captured(point);
    const double trace = boundary_.a0().trace();
    ProjectionSolution solution;
    solution.components = frame_;
    solution.objective = std::max(0.0, trace - captured_);
    solution.bound = std::clamp(trace - most_, 0.0, solution.objective);
    solution.certified = point.certified;
    solution.dual_weights = {-point.n1 / point.n0};
    solution.iterations = iterations_;
    solution.status = status == Status::kOptimal ? judge(point, solution) : status;
    return solution;
  }

  /// A delta whose square is lost in the rounding of v1 cannot be told from its neighbours.
  Status judge(const SupportPoint& point, ProjectionSolution& solution) const {
    if (is_good_enough()) return point.certified ? Status::kOptimal : Status::kConverged;
    const double gap = most_ - captured_;
    if (gap * point.n0 > -8 * point.n1 * rounding_of_square()) return Status::kMaxIterations;
    solution.warnings.push_back(
        fmt::format("delta {:.2g} is so small beside the difference of {:.2g} that rounding limits "
                    "the gap to {:.2g}; delta 0 is exact",
                    delta_, difference_.norm(), gap));
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

void check_dimensions(Index d, Index excluded, Index p) {
  if (d <= p - excluded) return;
  if (excluded == p) {
    throw InvalidOption(
        "dimensions",
        fmt::format(": {} is too many with delta 0; equal means take all {} directions; ask for a "
                    "delta > 0 or fewer groups",
                    d, p));
  }
  throw InvalidOption(
      "dimensions",
      fmt::format(": {} is too many with delta 0; equal means take {} of the {} directions, so at "
                  "most {} are left; ask for fewer dimensions or a delta > 0",
                  d, excluded, p, p - excluded));
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

/// The price in the program: mu, in the unit of its formulation.
double price_of(const PreparedMoments& moments, const ConstrainedFairPcaOptions& options) {
  constexpr double kMostPrice = 1e100;  // beyond it squares overflow
  const double unit = options.formulation == FpcaFormulation::kDefault
                          ? 1
                          : std::sqrt(moments.weight * moments.covariance.trace());
  if (options.mu * unit > kMostPrice) {
    throw InvalidOption("mu",
                        fmt::format(" must be 0 to {:.3g}, got {}; covariances are as alike as "
                                    "they can be long before",
                                    kMostPrice / unit, options.mu));
  }
  return options.mu * unit;
}

std::string way_to_limit(const ConstrainedFairPcaOptions& options, Index d) {
  std::string larger =
      options.relative_delta ? "a larger share (--relative-delta)" : "a larger delta (--delta)";
  if (d > 1) larger += " or fewer dimensions (--dimensions)";
  if (options.mu > 0 && options.formulation == FpcaFormulation::kAuthors) {
    return "the authors' program takes the top eigenvectors as they are; --formulation default "
           "turns them towards the limit, else ask for " +
           larger;
  }
  return "no projection found has them closer; ask for " + larger;
}

/// The top eigenvectors of a solution of the relaxation may leave the limit behind.
void judge_limit(const ConstrainedFairPcaOptions& options, double delta,
                 ProjectionSolution& solution) {
  const double reached = solution.measures.at("mean_difference");
  const double before = solution.measures.at("mean_difference_before");
  if (reached <= delta * (1 + 1e-6) + 1e-8 * before && solution.status != Status::kInfeasible) {
    return;
  }
  if (solution.status != Status::kStopped) solution.status = Status::kInfeasible;
  solution.missed = fmt::format("the projected means differ by {:.4g}, more than delta {:.4g}: {}",
                                reached, delta, way_to_limit(options, solution.components.cols()));
  solution.warnings.push_back(solution.missed);
}

double overall_scale(const Matrix& covariance) {
  return std::sqrt(std::max(covariance.trace(), 0.0));
}

}  // namespace

void ConstrainedFairPcaOptions::validate() const {
  require_option(std::isfinite(delta) && delta >= 0, "delta", delta, "a finite number >= 0");
  if (relative_delta) {
    require_option(*relative_delta >= 0 && *relative_delta <= 1, "relative_delta", *relative_delta,
                   "in [0, 1]");
    if (delta > 0) {
      throw InvalidOption("delta", " cannot be given together with ", "relative_delta");
    }
  }
  require_option(std::isfinite(mu) && mu >= 0, "mu", mu, "a finite number >= 0");
  require_option(relaxation_tolerance > 0 && relaxation_tolerance < 1, "relaxation_tolerance",
                 relaxation_tolerance, "in (0, 1)");
  require_option(tolerance > 0 && tolerance < 1, "tolerance", tolerance, "in (0, 1)");
  require_option(max_iterations >= 1, "max_iterations", max_iterations, "at least 1");
}

ProjectionSolution solve_mean_constraint(const Matrix& covariance, const Vector& difference,
                                         double delta, Index d,
                                         const ConstrainedFairPcaOptions& options,
                                         SpectralSolver& spectral, const SolveObserver& observer) {
  const Matrix direction = orthonormal_basis(difference, overall_scale(covariance));
  if (delta == 0 || direction.cols() == 0) {
    check_dimensions(d, direction.cols(), covariance.rows());
    return complement_pca(covariance, direction, d, spectral);
  }
  const Matrix outer = covariance.trace() * (direction * direction.transpose());
  TradeOffBoundary boundary(covariance, outer, d, spectral);
  return MeanConstraintSearch(boundary, difference, delta, options, observer).run();
}

Fit fit_constrained_fair_pca(const FitInput& input, const ConstrainedFairPcaOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  if (moments.groups.size() < 2) {
    throw InvalidArgument(fmt::format(
        "constrained fair PCA compares groups and was given {}; name a protected column with at "
        "least two levels",
        moments.groups.size()));
  }
  if (options.mu > 0) require_rows_in_groups(moments, "a price on covariances");
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
                                      price_of(moments, options)};
  const Matrix excluded = orthonormal_basis(differences, overall_scale(moments.covariance));
  if (delta == 0) check_dimensions(d, excluded.cols(), moments.covariance.rows());
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
    solution.warnings.push_back("all rows are equal: there is no variance to describe");
  }
  solution.measures["delta"] = delta;
  solution.measures["mean_difference"] = largest_mean(comparisons, solution.components);
  solution.measures["mean_difference_before"] = largest;
  judge_limit(options, delta, solution);
  return finish_fit(input, "constrained-fair-pca", d, std::move(solution), spectral);
}

Method constrained_fair_pca_method() {
  const ConstrainedFairPcaOptions defaults;
  return {
      .id = "constrained-fair-pca",
      .python_name = "ConstrainedFairPCA",
      .summary =
          "Representation fairness: PCA whose projected group means differ by at most delta, "
          "with a price on unequal covariances",
      .fairness = Fairness::kRepresentation,
      .min_groups = 2,
      .options = {nonnegative_option("delta", defaults.delta,
                                     "Largest distance of the projected group means, in the scaled "
                                     "space"),
                  {.name = "relative_delta",
                   .default_value = -1.0,
                   .range = "0 to 1 (-1: use delta)",
                   .help = "The same as a share of their distance before projection",
                   .accepts =
                       [](const OptionValue& value) {
                         const double share = std::get<double>(value);
                         return share == -1 || (share >= 0 && share <= 1);
                       }},
                  nonnegative_option("mu", defaults.mu,
                                     "Price of unequal covariances of the projected groups (0: "
                                     "means only)"),
                  only_with_positive(
                      "mu", word_option("formulation", {"default", "authors"},
                                        "Unit of mu: the variance, or as in the authors' program")),
                  positive_option("tolerance", defaults.tolerance,
                                  "Relative gap to the bound at which to stop"),
                  positive_option("relaxation_tolerance", defaults.relaxation_tolerance,
                                  "With mu: gap of the convex program, as a share of the variance"),
                  count_option("max_iterations", defaults.max_iterations, 1,
                               "Maximum number of iterations")},
      .exclusive_options = {{"delta", "relative_delta"}},
      .fit = [](const FitInput& input, const OptionValues& values) {
        ConstrainedFairPcaOptions options;
        options.delta = number_of(values, "delta");
        const double share = number_of(values, "relative_delta");
        if (share >= 0) options.relative_delta = share;
        options.mu = number_of(values, "mu");
        options.formulation = choice_of<FpcaFormulation>(
            values, "formulation",
            {{"default", FpcaFormulation::kDefault}, {"authors", FpcaFormulation::kAuthors}});
        options.tolerance = number_of(values, "tolerance");
        options.relaxation_tolerance = number_of(values, "relaxation_tolerance");
        options.max_iterations = static_cast<int>(count_of(values, "max_iterations"));
        return fit_constrained_fair_pca(input, options);
      }};
}

}  // namespace fairpca
