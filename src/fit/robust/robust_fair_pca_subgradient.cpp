// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_fair_pca_subgradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairpca/manifolds/stiefel.h"
#include "fit/robust/messages.h"
#include "fit/robust/robust_frame_objective.h"
#include "fit/robust/robust_relaxation.h"
#include "optimize/subgradient_descent.h"

namespace fairpca {
namespace {

/// What the groups' own PCA say: a bound, and where the theorem's condition fails.
void solve_own_pcas(const RobustProblem& problem, Index d, SpectralSolver& spectral,
                    ProjectionSolution& solution) {
  Vector lowest(problem.shares.size());
  solution.certified = true;
  for (Index g = 0; g < lowest.size(); ++g) {
    const Matrix& moment = problem.second_moments[static_cast<std::size_t>(g)];
    const TopEigenpairs own = spectral.top(moment, d);
    lowest(g) = std::max(moment.trace() - own.sum_upper_bound(), 0.0);
    solution.top_d_sums.push_back(own.values.sum());
    solution.certified = solution.certified && own.certified;
  }
  solution.warnings = condition_warnings(problem, lowest);
  solution.bound = bound_from_lowest(problem, RobustPairs(problem), lowest);
}

/// The method has no test of its own for having arrived.  With a constant step s it circles around
/// a minimum, which is mostly a kink of the maximum over pairs, at a height proportional to s: it
/// counts as converged if a descent with second-order steps from the result gains no more than a
/// tenth of s, relative, and no more than 1 % however few steps were allowed.
void judge(const RobustProblem& problem, const RobustFairPcaOptions& options,
           const SolveObserver& observer, ProjectionSolution& solution) {
  if (!std::isfinite(solution.objective)) {
    solution.status = Status::kNotFinite;
    return;
  }
  const ProjectionMinimaxResult lower =
      descend_robust(problem, RobustPairs(problem), solution.components,
                     {.tolerance = 1e-10, .max_iterations = options.max_iterations}, observer);
  const double gain = (solution.objective - lower.value) / std::abs(solution.objective);
  const double allowed =
      std::max(options.tolerance, std::min(0.01, 0.1 / std::sqrt(options.steps + 1.0)));
  solution.status = gain <= allowed ? Status::kConverged : Status::kMaxIterations;
  if (gain <= allowed) return;
  solution.warnings.push_back(robust_message<"subgradient-not-converged">(
      "objective"_is(solution.objective), "lower"_is(lower.value)));
}

}  // namespace

ProjectionSolution solve_robust_fair_pca_subgradient(const RobustProblem& problem, Index d,
                                                     const RobustFairPcaOptions& options,
                                                     SpectralSolver& spectral,
                                                     const SolveObserver& observer) {
  const RobustFrameObjective objective(problem, RobustFrameObjective::Frame::kKept);
  const Stiefel manifold(
      problem.second_moments.front().get().rows(), d,
      options.retraction == RobustRetraction::kQr ? Retraction::kQr : Retraction::kPolar);
  const SubgradientOptions descent{
      .max_iterations = options.steps,
      .steps = constant_step(1 / std::sqrt(static_cast<double>(options.steps) + 1)),
      .keep = KeptIterate::kLast};
  const auto watch = [&](const IterationRecord&) {
    return observer ? observer() : Flow::kContinue;
  };
  ProjectionSolution solution;
  solve_own_pcas(problem, d, spectral, solution);
  solution.objective = std::numeric_limits<double>::infinity();
  bool stopped = false;
  for (int start = -1; start < options.starts && !stopped; ++start) {
    Matrix point = start < 0
                       ? robust_pca_frame(problem, d, spectral)
                       : manifold.random_point(options.seed + static_cast<std::uint64_t>(start));
    DescentResult result =
        subgradient_descent(manifold, objective, std::move(point), descent, watch);
    solution.iterations += result.iterations;
    if (result.value < solution.objective) {
      solution.objective = result.value;
      solution.components = std::move(result.point);
    }
    stopped = result.termination == Termination::kStopped;
  }
  solution.bound = std::min(solution.bound, solution.objective);
  if (stopped) {
    solution.status = Status::kStopped;
  } else {
    judge(problem, options, observer, solution);
  }
  return solution;
}

}  // namespace fairpca
