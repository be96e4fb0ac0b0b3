// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "fairpca/manifolds/stiefel.h"
#include "fairpca/optimize/subgradient_descent.h"
#include "fit/robust_fair_pca_groups.h"
#include "fit/robust_frame_objective.h"

namespace fairpca {

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
  solution.objective = std::numeric_limits<double>::infinity();
  solution.status = Status::kMaxIterations;
  for (int start = -1; start < options.starts; ++start) {
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
    if (result.termination != Termination::kStopped) continue;
    solution.status = Status::kStopped;
    return solution;
  }
  // The method has no test of its own for having arrived: it ends when its steps are done.
  solution.status = std::isfinite(solution.objective) ? Status::kConverged : Status::kNotFinite;
  return solution;
}

}  // namespace fairpca
