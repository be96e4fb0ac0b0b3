// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/fair_pca_two_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "fit/fair_pca/two_group_criterion.h"
#include "fit/numbers.h"
#include "optimize/boundary_crossing.h"
#include "optimize/subspace_matrices.h"
#include "optimize/trade_off_boundary.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// The best frame and the best bound met so far.
class BestPoint {
 public:
  BestPoint(const TwoGroupCriterion& criterion, double tolerance, double rounding)
      : criterion_(criterion), tolerance_(tolerance), rounding_(rounding) {}

  void offer(const Captured& at, const Matrix& candidate) {
    const double value = criterion_.objective(at), total = at.v0 + at.v1;
    // Where one group alone decides, the other is still served as well as can be.
    const bool equal = std::abs(value - objective) <= rounding_;
    if (equal ? total <= total_ : !(value < objective)) return;
    objective = value;
    total_ = total;
    frame = candidate;
  }

  void offer_bound(const SupportPoint& point) {
    const double value = criterion_.bound(point);
    if (value <= bound) return;
    bound = value;
    angle = point.angle;
  }

  bool is_good_enough() const {
    if (!std::isfinite(objective)) return false;
    const double scale = criterion_.kind == FairPcaCriterion::kNash ? 1.0 : objective;
    return objective - bound <= tolerance_ * std::max(scale, 0.0) + rounding_;
  }

  Matrix frame;
  double objective = kInfinity, bound = -kInfinity;
  double angle = 0;  ///< of the support line behind the bound

 private:
  const TwoGroupCriterion& criterion_;
  double tolerance_, rounding_;
  double total_ = -kInfinity;
};

/// The ends of a boundary, each with a solver of its own, for other threads.
class BoundaryEnds {
 public:
  static constexpr std::array kAngles{0.0, kQuarterTurn};

  BoundaryEnds(const TradeOffBoundary& boundary, const SpectralOptions& options)
      : solvers_(kAngles.size(), SpectralSolver(options)) {
    for (SpectralSolver& solver : solvers_) sides_.push_back(boundary.beside(solver));
  }

  void solve(std::size_t end) { sides_[end].support(kAngles[end]); }
  void certify(std::size_t end) { sides_[end].certify(kAngles[end]); }

  void join(TradeOffBoundary& boundary, SpectralSolver& spectral) {
    for (TradeOffBoundary& side : sides_) boundary.take_points(std::move(side));
    for (const SpectralSolver& solver : solvers_) spectral.count(solver);
  }

 private:
  std::vector<SpectralSolver> solvers_;
  std::vector<TradeOffBoundary> sides_;
};

class TwoGroupSearch {
 public:
  TwoGroupSearch(TradeOffBoundary& boundary, const FairPcaOptions& options,
                 const SolveObserver& observer, SpectralSolver& spectral,
                 const SearchThreads& threads)
      : boundary_(boundary),
        options_(options),
        observer_(observer),
        spectral_(spectral),
        threads_(threads) {}

  ProjectionSolution run() {
    ProjectionSolution solution;
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      set_offsets();
      BestPoint best(criterion_, tolerance(), rounding());
      const bool unchanged = search_and_certify(best);
      solution = result(best);
      if (unchanged)
        break;  // otherwise a check has corrected an eigen-solve that the search relied on
    }
    return solution;
  }

 private:
  static constexpr int kMaxAttempts = 4;
  static constexpr int kMaxSubspaceRounds = 12;
  /// The size, and the share of it for d + 2, at which a full solve takes longer than the rounds
  /// that spare one: two that add residuals, which bring the predicted angle from 2e-2 to 2e-4 of
  /// the best, and one with the pairs of a solve to this tolerance, to 2e-7 (power laws).
  static constexpr Index kLargeSize = 600, kLargeShare = 20;
  static constexpr int kResidualRounds = 2;
  static constexpr double kRoughTolerance = 1e-4;

  double tolerance() const { return options_.tolerance > 0 ? options_.tolerance : 1e-10; }

  /// What the sums of d numbers behind an objective or bound can be wrong by.
  double rounding() const {
    if (criterion_.kind == FairPcaCriterion::kNash) return 16 * kEpsilon;
    return 4 * kEpsilon * (std::abs(criterion_.offset0) + std::abs(criterion_.offset1));
  }

  void set_offsets() {
    criterion_.kind = options_.criterion;
    if (options_.criterion == FairPcaCriterion::kLoss) {
      solve_ends();
      criterion_.offset0 = boundary_.support(0).value;
      criterion_.offset1 = boundary_.support(kQuarterTurn).value;
    } else if (options_.criterion == FairPcaCriterion::kError) {
      criterion_.offset0 = boundary_.a0().trace();
      criterion_.offset1 = boundary_.a1().trace();
    }
  }

  void solve_ends() {
    BoundaryEnds ends(boundary_, spectral_.options());
    parallel_for(BoundaryEnds::kAngles.size(), threads_.count,
                 [&ends](std::size_t end) { ends.solve(end); });
    ends.join(boundary_, spectral_);
  }

  /// Searches, and checks the solves behind the offsets and the bound, those of the ends meanwhile.
  /// False if one of them had to be corrected.
  bool search_and_certify(BestPoint& best) {
    bool unchanged = true;
    certified_ = true;
    const auto keep = [&](double before, const SupportPoint& point) {
      certified_ = certified_ && point.certified;
      unchanged = unchanged && point.value <= before + rounding();
    };
    const bool checks_ends = options_.criterion == FairPcaCriterion::kLoss;
    BoundaryEnds ends(boundary_, spectral_.options());
    std::vector<std::function<void()>> tasks;  // the longest first
    if (threads_.beside) tasks.push_back(std::exchange(threads_.beside, {}));
    for (std::size_t end = 0; checks_ends && end < BoundaryEnds::kAngles.size(); ++end) {
      tasks.emplace_back([&ends, end] { ends.certify(end); });
    }
    const auto search_between = [&] {
      search(best);
      if (checks_ends && std::ranges::count(BoundaryEnds::kAngles, best.angle) > 0) return;
      const double before = boundary_.support(best.angle).value;
      keep(before, boundary_.certify(best.angle));
    };
    parallel_beside(search_between, tasks.size(), threads_.count,
                    [&tasks](std::size_t i) { tasks[i](); });
    ends.join(boundary_, spectral_);
    if (checks_ends) {
      keep(criterion_.offset0, boundary_.support(0));
      keep(criterion_.offset1, boundary_.support(kQuarterTurn));
    }
    best.bound = criterion_.bound(boundary_.support(best.angle));
    return unchanged;
  }

  void search(BestPoint& best) {
    const Index pairs = boundary_.dimension() + 2;
    if (6 * pairs <= boundary_.size()) search_in_subspace(best);
    if (!best.is_good_enough() && !stopped_) cross(boundary_, best);
  }

  /// Solves the problem in the span of the eigenvectors met so far, then once in full at the angle
  /// that gave; repeats.  Two full solves beyond the ends are the rule, one of large matrices.
  void search_in_subspace(BestPoint& best) {
    SubspaceMatrices subspace(boundary_.a0(), boundary_.a1());
    for (const double angle : {0.0, kQuarterTurn}) {
      const SupportPoint& end = boundary_.support(angle);
      offer(best, boundary_, end);
      if (best.is_good_enough()) return;
      subspace.add(end.pairs.vectors);
    }
    SpectralSolver dense({.method = EigenMethod::kDense, .inertia_check = false});
    for (int round = 0; round < kMaxSubspaceRounds; ++round) {
      TradeOffBoundary inner(subspace.a0(), subspace.a1(), boundary_.dimension(), dense);
      BestPoint predicted(criterion_, 1e-3 * tolerance(), rounding());
      cross(inner, predicted);
      if (stopped_) return;
      if (predicted.frame.size() == 0) return;
      const Matrix frame = subspace.basis() * predicted.frame;
      best.offer(inner.captured(predicted.frame), frame);
      if (best.is_good_enough() || boundary_.points().contains(predicted.angle)) return;
      if (refine(subspace, inner.support(predicted.angle), round)) continue;
      const SupportPoint& point = boundary_.support(predicted.angle);
      ++iterations_;
      offer(best, boundary_, point);
      if (best.is_good_enough()) return;
      subspace.add(point.pairs.vectors);
    }
  }

  /// Adds what the first rounds on large matrices add.  False: now a full solve.
  bool refine(SubspaceMatrices& subspace, const SupportPoint& predicted, int round) {
    const Index pairs = boundary_.dimension() + 2;
    const bool is_large = boundary_.size() >= kLargeSize && boundary_.size() >= kLargeShare * pairs;
    if (!is_large || round > kResidualRounds) return false;
    if (round < kResidualRounds) {
      subspace.add_images(predicted.n0, predicted.n1, predicted.pairs.vectors);
      return true;
    }
    SpectralSolver solver({.residual_tolerance = kRoughTolerance, .inertia_check = false});
    TradeOffBoundary roughly = boundary_.beside(solver);
    subspace.add(roughly.support(predicted.angle).pairs.vectors);
    spectral_.count(solver);
    ++iterations_;
    return true;
  }

  static void offer(BestPoint& best, TradeOffBoundary& boundary, const SupportPoint& point) {
    best.offer(point.last, boundary.last_frame(point));
    if (point.is_face(boundary.dimension())) best.offer(point.first, boundary.first_frame(point));
    best.offer_bound(point);
  }

  void cross(TradeOffBoundary& boundary, BestPoint& best) {
    CrossingSearch search;
    search.from = 0;
    search.to = kQuarterTurn;
    search.line = [this](const SupportPoint& point) { return criterion_.line(point); };
    search.accept = [&best](const SupportPoint& point, const BoundaryFrame& candidate) {
      best.offer(candidate.at, candidate.frame);
      best.offer_bound(point);
      return best.is_good_enough();
    };
    search.observer = observer_;
    search.max_steps = options_.max_iterations;
    const CrossingResult crossing = find_crossing(boundary, search);
    if (&boundary == &boundary_) iterations_ += crossing.steps;
    stopped_ = crossing.end == CrossingEnd::kStopped;
  }

  ProjectionSolution result(const BestPoint& best) {
    const SupportPoint& point = boundary_.support(best.angle);
    ProjectionSolution solution;
    solution.components = best.frame;
    solution.objective = criterion_.objective(boundary_.captured(best.frame));
    solution.bound = std::min(best.bound, solution.objective);
    solution.certified = certified_;
    const double total = point.n0 + point.n1;
    solution.dual_weights = {point.n0 / total, point.n1 / total};
    solution.multipliers.dual_weights = solution.dual_weights;
    solution.tolerance = tolerance();
    solution.iterations = iterations_;
    solution.top_d_sums = known_top_d_sums(boundary_);
    if (best.is_good_enough()) {
      solution.status = certified_ ? Status::kOptimal : Status::kConverged;
    } else {
      solution.status = stopped_ ? Status::kStopped : Status::kMaxIterations;
    }
    return solution;
  }

  TradeOffBoundary& boundary_;
  const FairPcaOptions& options_;
  const SolveObserver& observer_;
  SpectralSolver& spectral_;
  SearchThreads threads_;
  TwoGroupCriterion criterion_;
  int iterations_ = 0;
  bool stopped_ = false, certified_ = false;
};

}  // namespace

ProjectionSolution search_fair_optimum(TradeOffBoundary& boundary, const FairPcaOptions& options,
                                       const SolveObserver& observer, SpectralSolver& spectral,
                                       const SearchThreads& threads) {
  return TwoGroupSearch(boundary, options, observer, spectral, threads).run();
}

std::vector<double> known_top_d_sums(const TradeOffBoundary& boundary) {
  const auto& points = boundary.points();
  const auto first = points.find(0), second = points.find(kQuarterTurn);
  if (first == points.end() || second == points.end()) return {};
  return {first->second.value, second->second.value};
}

}  // namespace fairpca
