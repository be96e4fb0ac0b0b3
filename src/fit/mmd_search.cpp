// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd_search.h"

#include <algorithm>
#include <utility>

#include "fairpca/manifolds/grassmann.h"

namespace fairpca {
namespace {

class MmdSearch {
 public:
  MmdSearch(const MmdProblem& problem, double tau, const MmdFairPcaOptions& options,
            const SolveObserver& observer, Index p, Index d)
      : problem_(problem),
        limits_(Vector::Constant(problem.constraints(), tau)),
        options_(options),
        manifold_(p, d) {
    penalty_.max_rounds = options.max_rounds;
    penalty_.max_inner_iterations = options.max_iterations;
    penalty_.memory = 30;  // passes over the pairs cost far more than old steps
    penalty_.observer = observer;
    penalty_.stop_when_feasible = options.solver == MmdSolver::kRefined;
  }

  /// The authors' first penalty, the same from every start: 1 / MMD^2 of plain PCA.
  void scale_penalty(const Matrix& pca) {
    Vector constraints;
    problem_.values(pca, constraints, false);
    penalty_.first_penalty = constraints.unaryExpr([](double h) { return 1 / std::max(h, 1e-12); });
  }
  void warm(const Vector& multipliers) {
    penalty_.first_penalty = multipliers.cwiseMax(1e-6);
    penalty_.first_tolerance = 1e-4;
  }

  void run_from(MmdStart start, Matrix frame) {
    if (stopped()) return;
    PenaltyResult found = options_.solver == MmdSolver::kAugmentedLagrangian
                              ? count(minimize_augmented_lagrangian(manifold_, problem_, limits_,
                                                                    std::move(frame), penalty_))
                              : count(minimize_exact_penalty(manifold_, problem_, limits_,
                                                             std::move(frame), penalty_));
    const PenaltyResult& best = result_.best;
    const bool better = best.point.size() == 0 || found.feasible != best.feasible
                            ? best.point.size() == 0 || found.feasible
                        : found.feasible
                            ? found.value < best.value
                            : found.constraints.maxCoeff() < best.constraints.maxCoeff();
    if (!better) return;
    result_.best = std::move(found);
    result_.start = start;
  }

  /// The authors' first phase: the best in variance of 11 random frames, then MMD^2 alone.
  Matrix kernel_only_start(std::uint64_t seed) {
    Matrix best = manifold_.random_point(seed);
    for (std::uint64_t k = 1; k <= 10; ++k) {
      Matrix other = manifold_.random_point(seed + k);
      if (problem_.explained(other) > problem_.explained(best)) best = std::move(other);
    }
    LbfgsOptions inner;
    inner.descent.gradient_tolerance = 1e-6;
    const DescentResult found =
        minimize_lbfgs(manifold_, MmdSum(problem_), best, inner, [this](const IterationRecord&) {
          return penalty_.observer ? penalty_.observer() : Flow::kContinue;
        });
    result_.iterations += found.iterations;
    return found.point;
  }
  Matrix random_start(std::uint64_t seed) const { return manifold_.random_point(seed); }

  bool is_feasible() const { return result_.best.point.size() > 0 && result_.best.feasible; }
  bool stopped() const { return result_.best.stopped; }
  MmdSearchResult finish() {
    PenaltyResult& best = result_.best;
    if (options_.solver == MmdSolver::kRefined && is_feasible() && !best.stopped) refine(best);
    return std::move(result_);
  }

 private:
  PenaltyResult count(PenaltyResult found) {
    result_.rounds += found.rounds;
    result_.iterations += found.iterations;
    return found;
  }

  /// The penalty loop was left somewhere below tau; on to the limit itself.
  void refine(PenaltyResult& found) {
    PenaltyOptions options = penalty_;
    options.first_penalty = found.multipliers;
    options.first_tolerance = std::min(1e-2, options.first_tolerance);
    PenaltyResult refined =
        count(minimize_augmented_lagrangian(manifold_, problem_, limits_, found.point, options));
    found.stopped = refined.stopped;
    if (!refined.feasible || refined.value >= found.value) return;
    found = std::move(refined);
  }

  const MmdProblem& problem_;
  Vector limits_;
  const MmdFairPcaOptions& options_;
  Grassmann manifold_;
  PenaltyOptions penalty_;
  MmdSearchResult result_;
};

}  // namespace

MmdSearchResult search_mmd(const MmdProblem& problem, double tau, const MmdStarts& starts,
                           const MmdFairPcaOptions& options, const SolveObserver& observer) {
  MmdSearch search(problem, tau, options, observer, starts.pca.rows(), starts.pca.cols());
  search.scale_penalty(starts.pca);
  std::vector<MmdStart> order = options.starts;
  if (order.empty()) order = {MmdStart::kMeanMatching, MmdStart::kPca};
  const auto run = [&](MmdStart start) {
    switch (start) {
      case MmdStart::kPca:
        return search.run_from(start, starts.pca);
      case MmdStart::kMeanMatching:
        if (starts.mean_matching.size() > 0) search.run_from(start, starts.mean_matching);
        return;
      case MmdStart::kKernelOnly:
        return search.run_from(start, search.kernel_only_start(starts.seed));
      case MmdStart::kRandom:
        return search.run_from(start, search.random_start(starts.seed));
    }
  };
  for (const MmdStart start : order) run(start);
  if (options.starts.empty()) {
    for (const MmdStart start : {MmdStart::kKernelOnly, MmdStart::kRandom}) {
      if (!search.is_feasible()) run(start);
    }
  }
  return search.finish();
}

MmdSearchResult continue_mmd(const MmdProblem& problem, double tau, const MmdSearchResult& from,
                             const MmdFairPcaOptions& options, const SolveObserver& observer) {
  const Matrix& frame = from.best.point;
  MmdSearch search(problem, tau, options, observer, frame.rows(), frame.cols());
  search.warm(from.best.multipliers);
  search.run_from(from.start, frame);
  return search.finish();
}

}  // namespace fairpca
