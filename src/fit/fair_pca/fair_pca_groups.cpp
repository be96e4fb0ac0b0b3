// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/fair_pca_groups.h"

#include "fit/fair_pca/fantope_problem.h"
#include "fit/fair_pca/fantope_rounding.h"
#include "fit/fair_pca/messages.h"

namespace fairpca {
namespace {

/// Beyond this excess over the relaxation the way out is mentioned.
constexpr double kWorthMentioning = 0.01;

void mention_extra_dimensions(const RoundedSolution& solution, Index d,
                              ProjectionSolution& result) {
  const double excess = solution.value - solution.relaxed_value;
  if (!(excess > kWorthMentioning * std::abs(solution.value))) return;
  result.warnings.push_back(fair_pca_message<"extra-dimensions-help">(
      "dimensions"_is(Counted{d, "dimension", "dimensions"}), "objective"_is(solution.value),
      "more"_is(solution.relaxed_rank), "reached"_is(solution.relaxed_value)));
}

}  // namespace

ProjectionSolution solve_fair_pca_groups(const MatrixRefs& second_moments, Index d,
                                         const FairPcaOptions& options, SpectralSolver& spectral,
                                         const SolveObserver& observer) {
  const GroupOffsets offsets = group_offsets(second_moments, d, options.criterion, spectral);
  const FantopeProblem problem = fantope_problem(second_moments, d, options.criterion, offsets);
  const WeightedDualOptions dual{.tolerance = group_tolerance(options, second_moments.size()),
                                 .max_iterations = options.max_iterations};
  RoundedSolution solution =
      solve_and_round(problem, options.extra_dimensions, dual, spectral, observer);
  ProjectionSolution result;
  if (!solution.is_projection()) result.weights = reconstruction_weights(solution.point.weights);
  result.components = std::move(solution.point.basis);
  result.objective = solution.value;
  result.bound = solution.bound;
  result.certified = solution.certified && offsets.certified;
  result.dual_weights.assign(solution.dual_weights.begin(), solution.dual_weights.end());
  result.multipliers.dual_weights = result.dual_weights;
  result.tolerance = dual.tolerance;
  result.status = solution.status;
  result.iterations = solution.iterations;
  result.top_d_sums = offsets.top_d_sums;
  result.numbers = {{"relaxed_objective", solution.relaxed_value},
                    {"relaxed_dimensions", solution.relaxed_rank}};
  mention_extra_dimensions(solution, d, result);
  return result;
}

}  // namespace fairpca
