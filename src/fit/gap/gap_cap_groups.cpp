// SPDX-License-Identifier: BSD-3-Clause
#include "fit/gap/gap_cap_groups.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fairpca/manifolds/stiefel.h"
#include "fit/gap/gap_descent.h"
#include "fit/gap/gap_relaxation.h"
#include "fit/numbers.h"

namespace fairpca {
namespace {

/// Random starts of descent, in addition to three spectral ones.
constexpr std::uint64_t kGapRandomStarts = 5;
/// From error and gap weighing alike; then, where the cap is not proven out of reach, to where a
/// penalty cannot be told from a limit.
constexpr GapPenalties kUsualPenalties{1, 16}, kLargePenalties{64, 4096};
/// Where the cap is proven out of reach: from the relaxed smallest gap and from two others.
constexpr std::size_t kStartsOfSmallestGap = 3;

class ManyGroupCap {
 public:
  ManyGroupCap(const GapProblem& problem, const GapErrors& errors, Index d, double tolerance,
               SpectralSolver& spectral, const SolveObserver& observer)
      : problem_(problem),
        errors_(errors),
        d_(d),
        tolerance_(tolerance),
        trace_(problem.covariance.trace()),
        spectral_(spectral),
        watch_([this, &observer] {
          stopped_ = stopped_ || (observer && observer() == Flow::kStop);
          return stopped_ ? Flow::kStop : Flow::kContinue;
        }) {}

  GapSolution run() {
    const TopEigenpairs pca = spectral_.top(problem_.covariance, d_);
    pca_bound_ = {trace_ - pca.sum_upper_bound(), pca.certified};
    set_bound(pca_bound_, Vector::Zero(errors_.groups()));
    const Vector pca_errors = errors_.errors_of(pca.vectors);
    if (meets_cap(errors_.gap(pca_errors))) {
      best_ = {pca.vectors, std::max(trace_ - pca.values.sum(), 0.0), 0, 0};
      return finish(true);
    }
    const GapRelaxation relaxed = relax(pca_errors, kUsualPenalties);
    add_starts(relaxed, pca.vectors);
    if (relaxed.meets_cap) {
      descend(relaxed.penalty);
      if (best_.frame.size() > 0 || stopped_) return finish(relaxed.converged);
    }
    return look_for_smallest_gap(pca_errors, pca.vectors);
  }

 private:
  bool meets_cap(double gap) const { return gap <= problem_.max_gap + errors_.rounding(); }

  bool is_closed() const {
    return best_.frame.size() > 0 &&
           best_.error - bound_.value <= tolerance_ * best_.error + 1e-12 * trace_;
  }

  void set_bound(const ProvenNumber& bound, const Vector& gamma) {
    bound_ = bound;
    gamma_ = gamma;
  }

  GapRelaxation relax(const Vector& pca_errors, const GapPenalties& penalties) {
    GapRelaxation relaxed = relax_gap_cap(problem_, errors_, d_, pca_errors, penalties,
                                          tolerance_ / 4, spectral_, watch_);
    iterations_ += relaxed.iterations;
    const ProvenNumber bound = error_bound(problem_, d_, relaxed.gamma, spectral_);
    if (bound.value > bound_.value) set_bound(bound, relaxed.gamma);
    return relaxed;
  }

  void add_starts(const GapRelaxation& relaxed, const Matrix& pca) {
    starts_ = {
        relaxed.point.basis.leftCols(d_),
        spectral_.estimate(shifted_by_groups(problem_.covariance, problem_, relaxed.gamma), d_)
            .vectors,
        pca};
    const Stiefel frames(problem_.covariance.rows(), d_);
    for (std::uint64_t seed = 0; seed < kGapRandomStarts; ++seed) {
      starts_.push_back(frames.random_point(seed));
    }
  }

  void descend(double penalty) {
    for (const Matrix& start : starts_) {
      if (stopped_ || is_closed()) return;
      CappedFrame found = descend_to_cap(problem_, errors_, start, penalty, watch_);
      iterations_ += found.iterations;
      if (nearest_.frame.size() == 0 || found.gap < nearest_.gap) nearest_ = found;
      const bool is_better = best_.frame.size() == 0 || found.error < best_.error;
      if (meets_cap(found.gap) && is_better) best_ = std::move(found);
    }
  }

  /// No start led to a projection that meets the cap: proves that there is none, or finds one with
  /// larger penalties, also from those of the smallest gaps.
  GapSolution look_for_smallest_gap(const Vector& pca_errors, const Matrix& pca) {
    const GapRelaxation smallest =
        relax_smallest_gap(problem_, errors_, d_, pca_errors, spectral_, watch_);
    iterations_ += smallest.iterations;
    starts_.insert(starts_.begin(), smallest.point.basis.leftCols(d_));
    const ProvenNumber least = gap_bound(problem_, d_, smallest.gamma, spectral_);
    const bool is_infeasible =
        !stopped_ && least.certified && least.value > problem_.max_gap + errors_.rounding();
    if (is_infeasible) starts_.resize(kStartsOfSmallestGap);
    std::vector<Matrix> ends;
    for (const Matrix& start : starts_) {
      if (stopped_) break;
      CappedFrame found = descend_to_smallest_gap(problem_, errors_, start, watch_);
      iterations_ += found.iterations;
      if (meets_cap(found.gap)) ends.push_back(found.frame);
      if (nearest_.frame.size() == 0 || found.gap < nearest_.gap) nearest_ = std::move(found);
    }
    if (nearest_.frame.size() == 0) throw Stopped();
    if (is_infeasible) {
      set_bound(pca_bound_, smallest.gamma);  // no other is one of a problem without solutions
      return finish_without(Status::kInfeasible, least.value);
    }
    const GapRelaxation relaxed = relax(pca_errors, kLargePenalties);
    add_starts(relaxed, pca);
    starts_.insert(starts_.begin(), ends.begin(), ends.end());
    descend(relaxed.penalty);
    if (best_.frame.size() > 0) return finish(relaxed.converged);
    return finish_without(stopped_ ? Status::kStopped : Status::kMaxIterations, nearest_.gap);
  }

  GapSolution finish(bool converged) {
    if (best_.frame.size() == 0 && nearest_.frame.size() == 0) throw Stopped();
    if (best_.frame.size() == 0) return finish_without(Status::kStopped, nearest_.gap);
    GapSolution result = summary(best_);
    result.solution.status = stopped_                          ? Status::kStopped
                             : is_closed() && bound_.certified ? Status::kOptimal
                             : converged || is_closed()        ? Status::kConverged
                                                               : Status::kMaxIterations;
    return result;
  }

  GapSolution finish_without(Status status, double smallest) {
    GapSolution result = summary(nearest_);
    result.solution.status = status;
    result.smallest_gap = smallest;
    return result;
  }

  GapSolution summary(const CappedFrame& at) const {
    GapSolution result;
    ProjectionSolution& solution = result.solution;
    solution.components = at.frame;
    solution.objective = at.error;
    solution.bound = std::min(bound_.value, at.error);
    solution.certified = bound_.certified;
    solution.dual_weights.assign(gamma_.begin(), gamma_.end());
    solution.tolerance = tolerance_;
    solution.iterations = iterations_;
    return result;
  }

  const GapProblem& problem_;
  const GapErrors& errors_;
  Index d_;
  double tolerance_, trace_;
  SpectralSolver& spectral_;
  SolveObserver watch_;
  std::vector<Matrix> starts_;
  CappedFrame best_, nearest_;
  ProvenNumber pca_bound_, bound_;
  Vector gamma_;
  int iterations_ = 0;
  bool stopped_ = false;
};

}  // namespace

GapSolution solve_gap_cap_groups(const GapProblem& problem, const GapErrors& errors, Index d,
                                 double tolerance, SpectralSolver& spectral,
                                 const SolveObserver& observer) {
  return ManyGroupCap(problem, errors, d, tolerance, spectral, observer).run();
}

}  // namespace fairpca
