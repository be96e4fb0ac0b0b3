// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_fair_pca_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "fairpca/manifolds/stiefel.h"
#include "fit/robust/robust_frame_objective.h"
#include "fit/robust/robust_relaxation.h"

namespace fairpca {
namespace {

/// Minima handed on to the next problem, and how far their values must differ.
constexpr std::size_t kMostStarts = 4;
constexpr double kSameMinimum = 1e-6;
/// Maximum number of groups whose own PCA is a start: as many as there are random ones, so that the
/// number of descents does not grow with the groups.
constexpr std::size_t kMostOwnStarts = 20;
/// Rounds of relaxations: one where only a start is wanted, a few for the bound.
constexpr int kStartRounds = 1, kBoundRounds = 4;
/// Precision of the relaxations.
constexpr double kRelaxationTolerance = 1e-7;

class GroupsSearch {
 public:
  GroupsSearch(const RobustProblem& problem, Index d, const RobustFairPcaOptions& options,
               SpectralSolver& spectral, const SolveObserver& observer, RobustStarts& starts)
      : problem_(problem),
        pairs_(problem),
        d_(d),
        options_(options),
        spectral_(spectral),
        starts_(starts) {
    watch_ = [this, &observer] {
      stopped_ = stopped_ || (observer && observer() == Flow::kStop);
      return stopped_ ? Flow::kStop : Flow::kContinue;
    };
    traces_.resize(problem.shares.size());
    for (Index g = 0; g < traces_.size(); ++g) traces_(g) = moment(g).trace();
  }

  ProjectionSolution run() {
    solve_own_pcas();
    try_from(robust_pca_frame(problem_, d_, spectral_));
    const std::vector<Matrix> earlier = std::exchange(starts_.frames, {});
    if (earlier.empty()) {
      for (const std::size_t g : groups_to_start_from()) try_from(starts_.own[g].vectors);
      descend_by_majorization();
      const Stiefel manifold(moment(0).rows(), d_);
      for (int start = 0; start < options_.starts && !stopped_; ++start) {
        try_from(manifold.random_point(options_.seed + static_cast<std::uint64_t>(start)));
      }
    }
    for (const Matrix& frame : earlier) try_from(frame);
    descend_by_majorization();
    if (!stopped_) find_bound();
    keep_starts();
    return finish();
  }

 private:
  const Matrix& moment(Index g) const {
    return problem_.second_moments[static_cast<std::size_t>(g)];
  }
  Vector errors() const { return (traces_ - best_.captured).cwiseMax(0.0); }

  /// The least error of each group.
  void solve_own_pcas() {
    lowest_ = Vector(traces_.size());
    for (Index g = 0; g < traces_.size(); ++g) {
      if (static_cast<Index>(starts_.own.size()) <= g) {
        starts_.own.push_back(spectral_.top(moment(g), d_));
      }
      const TopEigenpairs& own = starts_.own[static_cast<std::size_t>(g)];
      certified_ = certified_ && own.certified;
      lowest_(g) = std::max(traces_(g) - own.sum_upper_bound(), 0.0);
      solution_.top_d_sums.push_back(own.values.sum());
    }
    solution_.warnings = condition_warnings(problem_, lowest_);
    solution_.bound = bound_from_lowest(problem_, pairs_, lowest_);
    solution_.certified = certified_;
  }

  /// All groups or, of many, those with the largest errors at the minimum found from PCA.
  std::vector<std::size_t> groups_to_start_from() const {
    std::vector<std::size_t> groups(starts_.own.size());
    std::iota(groups.begin(), groups.end(), std::size_t{0});
    if (groups.size() <= kMostOwnStarts) return groups;
    const Vector at = errors();
    std::stable_sort(groups.begin(), groups.end(), [&](std::size_t g, std::size_t h) {
      return at(static_cast<Index>(g)) > at(static_cast<Index>(h));
    });
    groups.resize(kMostOwnStarts);
    return groups;
  }

  /// The best minima found, different values only.
  void keep_starts() {
    std::stable_sort(minima_.begin(), minima_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    double last = -std::numeric_limits<double>::infinity();
    for (auto& [value, frame] : minima_) {
      if (value - last <= kSameMinimum * std::abs(value)) continue;
      if (starts_.frames.size() == kMostStarts) break;
      last = value;
      starts_.frames.push_back(std::move(frame));
    }
  }

  /// Local minimum from `start`, given up where it would not be better than the best so far; true
  /// if it is.
  bool try_from(Matrix start) {
    if (stopped_) return false;
    ProjectionMinimaxResult found =
        descend_robust(problem_, pairs_, std::move(start),
                       {.tolerance = std::min(1e-2 * options_.tolerance, 1e-10),
                        .max_iterations = options_.max_iterations,
                        .earlier_value = best_.value,
                        .earlier_frame = best_.frame},
                       watch_);
    solution_.iterations += found.iterations;
    if (!found.met_earlier) minima_.emplace_back(found.value, found.frame);
    const bool better = found.value < best_.value - options_.tolerance * std::abs(best_.value);
    if (found.value < best_.value) best_ = std::move(found);
    return better;
  }

  /// The tangents at the best errors lie above F: their minimum over the Fantope, found globally,
  /// shows where F is smaller, if it is.
  void descend_by_majorization() {
    constexpr int kRounds = 5;
    for (int round = 0; round < kRounds && !stopped_; ++round) {
      const WeightedDualResult relaxed =
          minimize_affine(problem_, pairs_, d_, tangents(problem_, errors()), errors(),
                          kStartRounds, kRelaxationTolerance, spectral_, watch_);
      if (stopped_ || !(relaxed.value < best_.value * (1 - options_.tolerance))) return;
      const FantopePoint& point = relaxed.point;
      if (!try_from(point.basis.leftCols(d_))) return;
    }
  }

  void find_bound() {
    const Vector highest = highest_errors(problem_, pairs_, lowest_, best_.value);
    const AffineMinimum relaxed =
        minimize_affine(problem_, pairs_, d_, chords(problem_, lowest_, highest), errors(),
                        kBoundRounds, kRelaxationTolerance, spectral_, watch_);
    if (stopped_ || !(relaxed.bound > solution_.bound)) return;
    solution_.bound = relaxed.bound;
    solution_.certified = certified_ && relaxed.certified;
    keep_pair_weights(relaxed);
  }

  /// A sum without a pair is kept as the pair of a group with itself.
  void keep_pair_weights(const AffineMinimum& relaxed) {
    for (std::size_t k = 0; k < relaxed.pieces.size(); ++k) {
      const double weight = relaxed.weights(static_cast<Index>(k));
      if (!(weight > 0)) continue;
      const RobustPiece& piece = relaxed.pieces[k];
      const Index first = pairs_.attributes()[piece.attribute].front();
      const bool is_pair = piece.worse != RobustPiece::kNone;
      solution_.multipliers.pair_weights.push_back(
          {is_pair ? piece.worse : first, is_pair ? piece.better : first, weight});
    }
  }

  ProjectionSolution finish() {
    solution_.objective = best_.value;
    solution_.bound = std::min(solution_.bound, best_.value);
    const Vector weights = best_.slopes / best_.slopes.sum();
    solution_.dual_weights.assign(weights.begin(), weights.end());
    solution_.components = std::move(best_.frame);
    solution_.tolerance = options_.tolerance;
    const double gap = solution_.objective - solution_.bound;
    solution_.status = stopped_ ? Status::kStopped
                       : gap <= options_.tolerance * std::abs(solution_.objective)
                           ? Status::kOptimal
                       : best_.iterations >= options_.max_iterations ? Status::kMaxIterations
                                                                     : Status::kConverged;
    return std::move(solution_);
  }

  const RobustProblem& problem_;
  RobustPairs pairs_;
  Index d_;
  const RobustFairPcaOptions& options_;
  SpectralSolver& spectral_;
  RobustStarts& starts_;
  std::vector<std::pair<double, Matrix>> minima_;  ///< value and frame of each start
  SolveObserver watch_;
  bool stopped_ = false, certified_ = true;
  Vector traces_, lowest_;
  ProjectionMinimaxResult best_;
  ProjectionSolution solution_;
};

}  // namespace

ProjectionSolution solve_robust_fair_pca_groups(const RobustProblem& problem, Index d,
                                                const RobustFairPcaOptions& options,
                                                SpectralSolver& spectral,
                                                const SolveObserver& observer,
                                                RobustStarts* starts) {
  RobustStarts none;
  return GroupsSearch(problem, d, options, spectral, observer, starts == nullptr ? none : *starts)
      .run();
}

}  // namespace fairpca
