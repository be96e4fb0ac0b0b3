// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fairness_path.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fit/fair_pca/fair_pca_two_groups.h"
#include "fit/gap/gap_cap_search.h"
#include "fit/group_checks.h"
#include "fit/numbers.h"
#include "fit/path/fairness_path_groups.h"
#include "fit/path/messages.h"
#include "fit/path/path_options.h"
#include "fit/robust/robust_boundary_search.h"
#include "moments/attributes.h"
#include "optimize/boundary_sampling.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {
namespace {

class TwoGroupPath {
 public:
  TwoGroupPath(const PreparedMoments& moments, Index d, const PathOptions& options,
               SpectralSolver& spectral, const SolveObserver& observer)
      : moments_(moments),
        options_(options),
        spectral_(spectral),
        observer_(observer),
        matrices_(second_moments(moments)),
        boundary_(matrices_[0], matrices_[1], d, spectral),
        share0_(moments.groups[0].share),
        share1_(moments.groups[1].share) {
    path_.dimensions = d;
    for (const GroupStatistics& group : moments.groups) path_.groups.push_back(group.group.name);
  }

  FairnessPath run() {
    mark_pca();
    mark("fair-pca", search_fair_optimum(boundary_, {}, observer_, spectral_));
    mark_robust();
    mark("equal-error",
         search_gap_capped_pca(boundary_, share0_, share1_, 0, kTolerance, observer_));
    if (options_.max_gap) {
      mark("max-gap", search_gap_capped_pca(boundary_, share0_, share1_, *options_.max_gap,
                                            kTolerance, observer_));
    }
    path_.equal_error = equal_error(matrices_[0], matrices_[1], path_.dimensions, spectral_);
    path_.certified = true;
    path_.errors_front = sample(0, kQuarterTurn);
    sample_gap_front();
    path_.eigensolves = spectral_.solves();
    return std::move(path_);
  }

 private:
  static constexpr double kTolerance = 1e-10;

  PathPoint point_at(const Captured& v, double n0, double n1) const {
    const double total = n0 + n1;
    const std::vector<double> weights = std::abs(total) > 1e-12
                                            ? std::vector<double>{n0 / total, n1 / total}
                                            : std::vector<double>{n0, n1};
    return path_point(moments_, weights,
                      {std::max(boundary_.a0().trace() - v.v0, 0.0),
                       std::max(boundary_.a1().trace() - v.v1, 0.0)});
  }

  /// Of the errors weighted as point_at() weights them.
  double bound_of(const SupportPoint& support) const {
    const double total = support.n0 + support.n1;
    const double bound =
        support.n0 * boundary_.a0().trace() + support.n1 * boundary_.a1().trace() - support.upper;
    return std::abs(total) > 1e-12 ? bound / total : bound;
  }

  void mark(const std::string& name, const ProjectionSolution& solution) {
    PathMark mark;
    mark.name = name;
    mark.objective = solution.objective;
    mark.bound = solution.bound;
    mark.status = solution.status;
    mark.certified = solution.certified;
    mark.components = solution.components;
    const std::vector<double>& weights = solution.dual_weights;
    const bool has_weights = weights.size() == 2;
    mark.point = point_at(boundary_.captured(solution.components), has_weights ? weights[0] : 0,
                          has_weights ? weights[1] : 0);
    path_.marks.push_back(std::move(mark));
  }

  void mark_pca() {
    const double angle = std::atan2(share1_, share0_);
    const SupportPoint& point = boundary_.certify(angle);
    ProjectionSolution solution;
    solution.components = boundary_.first_frame(point);
    const PathPoint at = point_at(point.first, share0_, share1_);
    const double c = (point.n0 + point.n1) / (share0_ + share1_);
    solution.objective = at.error;
    solution.bound = std::min(
        at.error,
        (point.n0 * boundary_.a0().trace() + point.n1 * boundary_.a1().trace() - point.upper) / c);
    solution.dual_weights = {share0_, share1_};
    solution.certified = point.certified;
    solution.status = point.certified ? Status::kOptimal : Status::kConverged;
    mark("pca", solution);
    scale_ = std::max(at.error, 1e-12 * (boundary_.a0().trace() + boundary_.a1().trace()));
  }

  void mark_robust() {
    std::vector<double> falling = options_.lambdas;  // the widest range of angles first
    std::sort(falling.rbegin(), falling.rend());
    std::vector<PathMark> marks;
    for (const double lambda : falling) {
      const RobustProblem problem =
          robust_problem(moments_, {.lambda = lambda, .alpha = options_.alpha});
      mark(fmt::format("robust-fair-pca lambda={}", lambda),
           search_robust_optimum(boundary_, problem, {}, observer_));
    }
    std::reverse(path_.marks.end() - static_cast<std::ptrdiff_t>(falling.size()),
                 path_.marks.end());
  }

  std::vector<PathPoint> sample(double from, double to) {
    const SampledBoundary sampled =
        sample_boundary(boundary_, {.from = from,
                                    .to = to,
                                    .tolerance = options_.tolerance * scale_,
                                    .max_points = options_.max_points,
                                    .observer = observer_});
    path_.distance = std::max(path_.distance, sampled.distance);
    path_.certified = path_.certified && sampled.certified;
    path_.complete = path_.complete && sampled.distance <= options_.tolerance * scale_;
    std::vector<PathPoint> points;
    for (std::size_t i = 0; i < sampled.points.size(); ++i) {
      const SupportPoint& support = boundary_.support(sampled.angles[i]);
      points.push_back(point_at(sampled.points[i], support.n0, support.n1));
      points.back().bound = bound_of(support);
    }
    return points;
  }

  /// From PCA to the smallest gap; what lies beyond equality is cut off at the equal-error point.
  void sample_gap_front() {
    const GapArc arc = gap_arc(boundary_, share0_, share1_);
    const PathMark& equal =
        *std::find_if(path_.marks.begin(), path_.marks.end(),
                      [](const PathMark& mark) { return mark.name == "equal-error"; });
    double end = arc.limit_angle;
    if (equal.status != Status::kInfeasible) {
      end = std::atan2(equal.point.weights[1], equal.point.weights[0]);
    }
    std::vector<PathPoint> points =
        sample(std::min(arc.pca_angle, end), std::max(arc.pca_angle, end));
    if (end < arc.pca_angle) std::reverse(points.begin(), points.end());
    for (const PathPoint& point : points) {
      const double difference = arc.sign * (point.group_errors[0] - point.group_errors[1]);
      if (difference < -1e-12 * scale_) break;
      // The ends of the arc may stick out on a face: only what trades error for gap is the front.
      std::vector<PathPoint>& front = path_.gap_front;
      const double slack = 1e-12 * scale_;
      if (!front.empty() && front.back().gap <= point.gap + slack) {
        if (front.back().error <= point.error + slack) continue;
        front.pop_back();
      }
      front.push_back(point);
    }
    if (equal.status != Status::kInfeasible && !path_.gap_front.empty() &&
        path_.gap_front.back().gap > equal.point.gap) {
      path_.gap_front.push_back(equal.point);
      path_.gap_front.back().bound = bound_of(boundary_.certify(end));
    }
  }

  const PreparedMoments& moments_;
  const PathOptions& options_;
  SpectralSolver& spectral_;
  const SolveObserver& observer_;
  MatrixRefs matrices_;
  TradeOffBoundary boundary_;
  double share0_, share1_;
  double scale_ = 1;
  FairnessPath path_;
};

}  // namespace

void PathOptions::validate() const {
  path_options().check(*this);
}

PathPoint path_point(const PreparedMoments& moments, std::vector<double> weights,
                     std::vector<double> group_errors) {
  PathPoint point{.weights = std::move(weights), .group_errors = std::move(group_errors)};
  double total = 0;
  for (std::size_t g = 0; g < point.group_errors.size(); ++g) {
    point.error += moments.groups[g].share * point.group_errors[g];
    total += moments.groups[g].share;
  }
  point.error /= total;
  point.gap = largest_gap(attribute_numbers(moments.groups), point.group_errors);
  return point;
}

FairnessPath fairness_path(const PreparedMoments& moments, Index d, const PathOptions& options,
                           SpectralSolver& spectral, const SolveObserver& observer) {
  options.validate();
  require_rows_in_groups(moments, "path");
  require_dimensions_below(d, moments.covariance.rows());
  require_two_groups(moments.groups.size(), "path");
  const std::vector<Index> attributes = attribute_numbers(moments.groups);
  if (attributes.back() + 1 == static_cast<Index>(attributes.size())) reject_single_levels("path");
  if (moments.groups.size() > 2) {
    if (options.max_gap) {
      reject(path_message<"max-gap-of-many-groups">("option"_is(OptionName{"max_gap"}),
                                                    "groups"_is(moments.groups.size())));
    }
    return fairness_path_groups(moments, d, options, spectral, observer);
  }
  return TwoGroupPath(moments, d, options, spectral, observer).run();
}

}  // namespace fairpca
