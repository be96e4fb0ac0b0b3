// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_boundary_search.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "fit/fair_pca/fair_pca_two_groups.h"
#include "fit/numbers.h"
#include "fit/robust/messages.h"
#include "fit/robust/robust_region.h"
#include "fit/robust/robust_relaxation.h"
#include "optimize/interpolated_root.h"

namespace fairpca {
namespace {

/// Arcs narrower than this are searched as if they were one face.
constexpr double kNarrow = 1e-9;
/// A radius of curvature, relative to the errors, beyond which an arc is taken for an edge.
constexpr double kStraight = 1e3;

/// A part of the boundary that may hold the optimum: an arc between two known angles, or a piece of
/// a face (`is_piece`), from `from` to `to` in the plane of errors.
struct Region {
  double bound = 0, mu = 0;
  double low_angle = 0, high_angle = 0;
  ErrorPair from, corner, to;  ///< the triangle that contains it; a piece has no corner
  bool is_piece = false;
  double height = 0;  ///< how far the boundary can lie outside of a piece
  double parent_width = kInfinity, parent_gap = kInfinity;
  bool operator<(const Region& other) const { return bound > other.bound; }  // smallest first
};

class RobustSearch {
 public:
  RobustSearch(TradeOffBoundary& boundary, const RobustProblem& problem,
               const RobustFairPcaOptions& options, const SolveObserver& observer)
      : boundary_(boundary),
        problem_(problem),
        pair_(problem),
        options_(options),
        observer_(observer),
        trace0_(boundary.a0().trace()),
        trace1_(boundary.a1().trace()) {}

  ProjectionSolution run() {
    start();
    while (!regions_.empty() &&
           objective_ - regions_.top().bound > allowed_gap(objective_) + rounding_of_objective()) {
      if (iterations_ >= options_.max_iterations) return finish(Status::kMaxIterations);
      if (observer_ && observer_() == Flow::kStop) return finish(Status::kStopped);
      ++iterations_;
      const Region region = regions_.top();
      regions_.pop();
      region.is_piece ? split_piece(region) : split_arc(region);
    }
    return finish(Status::kOptimal);
  }

 private:
  double rounding_of_errors() const { return 8 * kEpsilon * (trace0_ + trace1_); }

  double allowed_gap(double objective) const {
    return (options_.tolerance + 8 * kEpsilon) * std::abs(objective) + rounding_of_errors();
  }

  /// How far the objective moves when the errors do, by no more than their rounding and the
  /// certificate's.  The square root in it magnifies both where an error is nearly 0.
  double rounding_of_objective() const {
    const SupportPoint& point = boundary_.support(angle_);
    const double slack = rounding_of_errors() + std::max(point.upper - point.value, 0.0);
    const ErrorPair& x = errors_;
    const ErrorPair less = {std::max(x.x0 - slack, 0.0), std::max(x.x1 - slack, 0.0)};
    const double low = pair_.at(less).larger();
    const double high = pair_.at({x.x0 + slack, x.x1 + slack}).larger();
    return std::abs(high - low);
  }

  ErrorPair errors(const Captured& v) const {
    return {std::max(trace0_ - v.v0, 0.0), std::max(trace1_ - v.v1, 0.0)};
  }

  const SupportPoint& visit(double angle) {
    const SupportPoint& point = boundary_.certify(angle);
    certified_ = certified_ && point.certified;
    const bool is_face = point.is_face(boundary_.dimension());
    const Captured& better =
        larger_at(point.first) < larger_at(point.last) ? point.first : point.last;
    if (larger_at(better) < objective_) {
      errors_ = errors(better);
      objective_ = larger_at(better);
      frame_ = &better == &point.first ? boundary_.first_frame(point) : boundary_.last_frame(point);
      angle_ = angle;
    }
    if (is_face) add_piece(point, errors(point.first), errors(point.last), 0);
    return point;
  }

  double larger_at(const Captured& v) const { return pair_.at(errors(v)).larger(); }

  void start() {
    double low = pair_.smallest_angle(), high = pair_.largest_angle();
    std::vector<double> angles = {std::atan2(problem_.shares(1), problem_.shares(0))};
    if (problem_.lambda > problem_.shares.minCoeff()) {
      angles.insert(angles.end(), {0.0, kQuarterTurn});  // Theorem 3.2's condition asks for these
    }
    const auto& known = boundary_.points();
    // A known point a little outside serves as an end; so do all between.
    auto first = known.upper_bound(low), last = known.lower_bound(high);
    if (first != known.begin()) low = std::prev(first)->first;
    if (last != known.end()) high = last->first;
    for (; first != last && first != known.end(); ++first) angles.push_back(first->first);
    angles.push_back(low);
    angles.push_back(high);
    std::sort(angles.begin(), angles.end());
    angles.erase(std::unique(angles.begin(), angles.end()), angles.end());
    low_ = low;
    high_ = high;
    for (const double angle : angles) visit(angle);
    for (std::size_t i = 1; i < angles.size(); ++i) add_arc(angles[i - 1], angles[i], nullptr);
  }

  /// The error pair on the proven side of the support line.
  ErrorPair outermost(const SupportPoint& point, const Captured& v) const {
    const double slack = point.upper - point.value;
    return {trace0_ - v.v0 - slack * point.n0, trace1_ - v.v1 - slack * point.n1};
  }

  void add_arc(double low_angle, double high_angle, const Region* parent) {
    const SupportPoint& low = boundary_.support(low_angle);
    const SupportPoint& high = boundary_.support(high_angle);
    Region region;
    region.low_angle = low_angle;
    region.high_angle = high_angle;
    region.from = outermost(low, low.last);
    region.to = outermost(high, high.first);
    // The corner where the support lines meet: from `from` along the first until the second.
    const double sine = low.n0 * high.n1 - low.n1 * high.n0;
    const double distance =
        high.n0 * (region.to.x0 - region.from.x0) + high.n1 * (region.to.x1 - region.from.x1);
    const double along = sine > 0 ? distance / sine : 0;
    region.corner = {region.from.x0 - low.n1 * along, region.from.x1 + low.n0 * along};
    const RegionBound bound = bound_over(pair_, {region.from, region.corner, region.to});
    if (bound.empty) return;
    region.bound = bound.value;
    region.mu = bound.mu;
    if (parent != nullptr) {
      region.parent_width = parent->high_angle - parent->low_angle;
      region.parent_gap = objective_ - parent->bound;
    }
    regions_.push(region);
  }

  void add_piece(const SupportPoint& point, const ErrorPair& from, const ErrorPair& to,
                 double height) {
    Region region;
    region.is_piece = true;
    region.low_angle = region.high_angle = point.angle;
    region.from = from;
    region.to = to;
    region.height = std::max(height, point.upper - point.value);
    const double shift0 = region.height * point.n0, shift1 = region.height * point.n1;
    const RegionBound bound = bound_over(
        pair_, {from, to, {to.x0 - shift0, to.x1 - shift1}, {from.x0 - shift0, from.x1 - shift1}});
    if (bound.empty) return;
    region.bound = bound.value;
    region.mu = bound.mu;
    regions_.push(region);
  }

  void split_arc(const Region& region) {
    if (region.high_angle - region.low_angle < kNarrow) {
      const SupportPoint& point = boundary_.support(region.low_angle);
      const double height =
          point.n0 * (region.to.x0 - region.from.x0) + point.n1 * (region.to.x1 - region.from.x1);
      return add_piece(point, region.from, region.to, std::max(height, 0.0));
    }
    const double angle = split_angle(region);
    visit(angle);
    add_arc(region.low_angle, angle, &region);
    add_arc(angle, region.high_angle, &region);
  }

  double difference(const SupportPoint& point) const {
    const RobustPair::Values values = pair_.at(errors(point.last));
    return values.f0 - values.f1;
  }

  /// The angle of the gradient of F_0 (mu = 1) or F_1 (mu = 0) minus the point's own.
  double turn(const SupportPoint& point, double mu) const {
    const ErrorPair slope = pair_.gradient(errors(point.last), mu);
    return std::atan2(slope.x1, slope.x0) - point.angle;
  }

  template <class Function>
  std::optional<double> root_of(const Region& region, const Function& function) const {
    const auto& points = boundary_.points();
    if (!(function(points.at(region.low_angle)) * function(points.at(region.high_angle)) < 0)) {
      return std::nullopt;
    }
    std::vector<Sample> samples;
    const auto end = points.upper_bound(high_);
    for (auto point = points.lower_bound(low_); point != end; ++point) {
      samples.push_back({point->first, function(point->second)});
    }
    return interpolated_root(std::move(samples), region.low_angle, region.high_angle);
  }

  /// Whether the arc is too long for its angle to be curved.
  bool is_edge(const Region& region) const {
    const double length = std::hypot(region.to.x0 - region.from.x0, region.to.x1 - region.from.x1);
    return length > kStraight * (region.high_angle - region.low_angle) * (trace0_ + trace1_);
  }

  /// The angle of the chord's normal, where the boundary is farthest from the chord.
  static double chord_normal(const Region& region) {
    const double normal = std::atan2(region.to.x0 - region.from.x0, region.from.x1 - region.to.x1);
    const bool is_inside = normal > region.low_angle && normal < region.high_angle;
    return is_inside ? normal : 0.5 * (region.low_angle + region.high_angle);
  }

  /// Where the optimum of this arc should be: where F_0 = F_1, or where the boundary is orthogonal
  /// to the gradient, by what is known of both along the boundary.
  double split_angle(const Region& region) const {
    const double width = region.high_angle - region.low_angle;
    const bool stalled =
        width > 0.5 * region.parent_width && objective_ - region.bound > 0.5 * region.parent_gap;
    if (is_edge(region)) return chord_normal(region);
    if (stalled && iterations_ % 2 == 0) return region.low_angle + 0.5 * width;
    std::optional<double> angle;
    if (region.mu > 0 && region.mu < 1) {
      angle = root_of(region, [this](const SupportPoint& point) { return difference(point); });
    } else {
      angle = root_of(region, [&](const SupportPoint& point) { return turn(point, region.mu); });
    }
    if (!angle) {
      const ErrorPair slope = pair_.gradient(region.corner, region.mu);
      angle = std::atan2(slope.x1, slope.x0);
    }
    const double margin = (stalled ? 0.1 : 1e-3) * width;
    return std::clamp(*angle, region.low_angle + margin, region.high_angle - margin);
  }

  /// A piece of a face is split where F_0 = F_1 or in the middle, and the point there is tried.
  void split_piece(const Region& region) {
    const auto at = [&](double share) {
      return ErrorPair{region.from.x0 + share * (region.to.x0 - region.from.x0),
                       region.from.x1 + share * (region.to.x1 - region.from.x1)};
    };
    const auto difference_at = [&](double share) {
      const RobustPair::Values values = pair_.at(at(share));
      return values.f0 - values.f1;
    };
    double share = 0.5;
    const double start = difference_at(0);
    if (start * difference_at(1) < 0) {
      double low = 0, high = 1;
      while (high - low > 1e-15) {
        share = 0.5 * (low + high);
        (difference_at(share) * start > 0 ? low : high) = share;
        if (share == low && share == high) break;
      }
    }
    const SupportPoint& point = boundary_.support(region.low_angle);
    const ErrorPair middle = at(share);
    try_on_face(point, middle);
    add_piece(point, region.from, middle, region.height);
    add_piece(point, middle, region.to, region.height);
  }

  void try_on_face(const SupportPoint& point, const ErrorPair& x) {
    const double v0 = trace0_ - x.x0, v1 = trace1_ - x.x1;
    const Line line{-point.n1, point.n0, -point.n1 * v0 + point.n0 * v1};
    for (const double width : {TradeOffBoundary::kTieWidth, 1e-10, 1e-7}) {
      const auto frame = boundary_.frame_on_line(point, line, width);
      if (!frame) continue;
      const Captured v = boundary_.captured(*frame);
      if (larger_at(v) < objective_) {
        errors_ = errors(v);
        objective_ = larger_at(v);
        frame_ = *frame;
        angle_ = point.angle;
      }
      return;
    }
  }

  ProjectionSolution finish(Status status) {
    const SupportPoint& point = boundary_.support(angle_);
    ProjectionSolution solution;
    solution.components = frame_;
    solution.objective = larger_at(boundary_.captured(frame_));
    solution.bound =
        std::min(regions_.empty() ? objective_ : regions_.top().bound, solution.objective);
    solution.certified = certified_;
    solution.status = status == Status::kOptimal ? judge(solution) : status;
    solution.dual_weights = {point.n0 / (point.n0 + point.n1), point.n1 / (point.n0 + point.n1)};
    solution.multipliers.support_angles = angles_of_partition();
    solution.tolerance = options_.tolerance;
    solution.iterations = iterations_;
    solution.top_d_sums = known_top_d_sums(boundary_);
    const double least = bound_from_lowest(problem_, RobustPairs(problem_), lowest_errors(true));
    solution.bound = std::max(solution.bound, std::min(least, solution.objective));
    const std::vector<Message> warnings = condition_warnings(problem_, lowest_errors(false));
    solution.warnings.insert(solution.warnings.end(), warnings.begin(), warnings.end());
    return solution;
  }

  /// Of all regions of the final partition, also those that need no look again: their support lines
  /// together prove the bound.
  std::vector<double> angles_of_partition() const {
    std::vector<double> angles;
    const auto& points = boundary_.points();
    const auto end = points.upper_bound(high_);
    for (auto point = points.lower_bound(low_); point != end; ++point) {
      angles.push_back(point->first);
    }
    return angles;
  }

  Status judge(ProjectionSolution& solution) const {
    const double gap = solution.objective - solution.bound;
    if (gap <= allowed_gap(solution.objective)) {
      return certified_ ? Status::kOptimal : Status::kConverged;
    }
    solution.warnings.push_back(robust_message<"rounding-limits-gap">(
        "gap"_is(gap), "tolerance"_is(allowed_gap(solution.objective))));
    return Status::kConverged;
  }

  /// The least errors known of the groups, by their own PCA; 0 where none is, or none is proven.
  Vector lowest_errors(bool proven) const {
    const auto least = [&](double angle, double trace) {
      const auto own = boundary_.points().find(angle);
      if (own == boundary_.points().end() || (proven && !own->second.certified)) return 0.0;
      return std::max(trace - (proven ? own->second.upper : own->second.value), 0.0);
    };
    return Vector{{least(0, trace0_), least(kQuarterTurn, trace1_)}};
  }

  TradeOffBoundary& boundary_;
  const RobustProblem& problem_;
  RobustPair pair_;
  const RobustFairPcaOptions& options_;
  const SolveObserver& observer_;
  double trace0_, trace1_;
  double low_ = 0, high_ = 0;
  std::priority_queue<Region> regions_;
  Matrix frame_;
  ErrorPair errors_;  ///< of frame_
  double objective_ = kInfinity, angle_ = 0;
  int iterations_ = 0;
  bool certified_ = true;
};

}  // namespace

ProjectionSolution search_robust_optimum(TradeOffBoundary& boundary, const RobustProblem& problem,
                                         const RobustFairPcaOptions& options,
                                         const SolveObserver& observer) {
  return RobustSearch(boundary, problem, options, observer).run();
}

}  // namespace fairpca
