// SPDX-License-Identifier: BSD-3-Clause
#include "fit/gap/gap_cap_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fit/numbers.h"
#include "optimize/boundary_crossing.h"

namespace fairpca {
namespace {

class GapCapSearch {
 public:
  GapCapSearch(TradeOffBoundary& boundary, double share0, double share1, double max_gap,
               double tolerance, const SolveObserver& observer)
      : boundary_(boundary),
        share0_(share0),
        share1_(share1),
        max_gap_(max_gap),
        tolerance_(tolerance),
        observer_(observer),
        arc_(gap_arc(boundary, share0, share1)),
        trace0_(boundary.a0().trace()),
        trace1_(boundary.a1().trace()) {}

  ProjectionSolution run() {
    const SupportPoint& pca = boundary_.support(arc_.pca_angle);
    offer(pca, pca.first, boundary_.first_frame(pca));
    if (offer(pca, pca.last, boundary_.last_frame(pca))) return finish(Status::kOptimal);
    const SupportPoint& limit = boundary_.support(arc_.limit_angle);
    const bool falling = arc_.limit_angle < arc_.pca_angle;
    const Captured& smallest = falling ? limit.last : limit.first;
    if (gap_of(smallest) > max_gap_ + rounding()) {
      frame_ = falling ? boundary_.last_frame(limit) : boundary_.first_frame(limit);
      return finish(Status::kInfeasible);
    }
    offer(limit, smallest, falling ? boundary_.last_frame(limit) : boundary_.first_frame(limit));
    CrossingSearch search;
    search.from = std::min(arc_.pca_angle, arc_.limit_angle);
    search.to = std::max(arc_.pca_angle, arc_.limit_angle);
    search.line = [this](const SupportPoint&) { return arc_.line(max_gap_); };
    search.accept = [this](const SupportPoint& point, const BoundaryFrame& candidate) {
      return offer(point, candidate.at, candidate.frame);
    };
    search.observer = observer_;
    const CrossingResult crossing = find_crossing(boundary_, search);
    iterations_ = crossing.steps;
    is_exhausted_ = crossing.end == CrossingEnd::kExhausted;
    if (is_exhausted_ && !is_good_enough()) raise_bound();
    return finish(crossing.end == CrossingEnd::kStopped ? Status::kStopped : Status::kOptimal);
  }

 private:
  double rounding() const { return 16 * kEpsilon * (trace0_ + trace1_); }

  double gap_of(const Captured& v) const {
    return arc_.sign * ((trace0_ - v.v0) - (trace1_ - v.v1));
  }
  double error_of(const Captured& v) const {
    return share0_ * (trace0_ - v.v0) + share1_ * (trace1_ - v.v1);
  }

  bool offer(const SupportPoint& point, const Captured& at, const Matrix& frame) {
    if (std::abs(gap_of(at)) <= max_gap_ + rounding() && error_of(at) < error_) {
      error_ = error_of(at);
      frame_ = frame;
    }
    if (const double value = bound_of(point); value > bound_) {
      bound_ = value;
      angle_ = point.angle;
    }
    return is_good_enough();
  }

  /// share . e = (n . e) / c - lambda * sign * (e_0 - e_1), with n = c (share0 + sign lambda,
  /// share1 - sign lambda): n . e is bounded by the support line, the gap by its cap.
  double bound_of(const SupportPoint& point) const {
    const double c = (point.n0 + point.n1) / (share0_ + share1_);
    if (!(c > 1e-14)) return -kInfinity;
    const double lambda = arc_.sign * (point.n0 / c - share0_);
    if (lambda < -1e-15) return -kInfinity;
    const double weighted = point.n0 * trace0_ + point.n1 * trace1_ - point.upper;
    return weighted / c - lambda * max_gap_;
  }

  /// Where the cap is the smallest gap no finite multiplier attains the bound, which rises to the
  /// error as the multiplier grows: takes some that are large.
  void raise_bound() {
    for (double share = 0.1; share > 1e-7 && !is_good_enough(); share /= 10) {
      const double angle = arc_.limit_angle + share * (arc_.pca_angle - arc_.limit_angle);
      const SupportPoint& point = boundary_.support(angle);
      offer(point, point.first, boundary_.first_frame(point));
    }
  }

  bool is_good_enough() const {
    return std::isfinite(error_) &&
           error_ - bound_ <= tolerance_ * std::max(error_, 0.0) + rounding();
  }

  ProjectionSolution finish(Status status) {
    ProjectionSolution solution;
    solution.components = frame_;
    solution.iterations = iterations_;
    if (status == Status::kInfeasible) {
      solution.status = status;
      solution.certified = boundary_.certify(arc_.limit_angle).certified;
      solution.numbers.push_back({"smallest_gap", std::abs(gap_of(boundary_.captured(frame_)))});
      return solution;
    }
    const SupportPoint& point = boundary_.certify(angle_);
    bound_ = bound_of(point);
    solution.objective = error_of(boundary_.captured(frame_));
    solution.bound = std::min(bound_, solution.objective);
    solution.certified = point.certified;
    const double total = point.n0 + point.n1;
    solution.dual_weights = {point.n0 / total, point.n1 / total};
    if (status == Status::kOptimal && !is_good_enough()) {
      status = is_exhausted_ ? Status::kConverged : Status::kMaxIterations;
    }
    if (status == Status::kOptimal && !point.certified) status = Status::kConverged;
    solution.status = status;
    return solution;
  }

  TradeOffBoundary& boundary_;
  double share0_, share1_, max_gap_, tolerance_;
  const SolveObserver& observer_;
  GapArc arc_;
  double trace0_, trace1_;
  Matrix frame_;
  double error_ = kInfinity, bound_ = -kInfinity, angle_ = 0;
  int iterations_ = 0;
  bool is_exhausted_ = false;
};

}  // namespace

Line GapArc::line(double gap) const {
  // e_0 - e_1 = trace_difference - v0 + v1 grows with the angle, whatever its sign.
  return {-1, 1, sign * gap - trace_difference};
}

GapArc gap_arc(TradeOffBoundary& boundary, double share0, double share1) {
  GapArc arc;
  arc.pca_angle = std::atan2(share1, share0);
  arc.trace_difference = boundary.a0().trace() - boundary.a1().trace();
  const SupportPoint& pca = boundary.support(arc.pca_angle);
  // On a face of PCA's own the difference may have either sign: the middle decides.
  const double difference = arc.trace_difference - 0.5 * (pca.first.v0 + pca.last.v0) +
                            0.5 * (pca.first.v1 + pca.last.v1);
  arc.sign = difference >= 0 ? 1 : -1;
  arc.limit_angle = difference >= 0 ? -std::numbers::pi / 4 : 3 * std::numbers::pi / 4;
  return arc;
}

ProjectionSolution search_gap_capped_pca(TradeOffBoundary& boundary, double share0, double share1,
                                         double max_gap, double tolerance,
                                         const SolveObserver& observer) {
  return GapCapSearch(boundary, share0, share1, max_gap, tolerance, observer).run();
}

}  // namespace fairpca
