// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/gap_capped_pca.h"

#include <algorithm>
#include <cmath>

#include "fit/dimensions.h"
#include "fit/gap/gap_cap_groups.h"
#include "fit/gap/gap_cap_search.h"
#include "fit/gap/gap_relaxation.h"
#include "fit/gap/messages.h"
#include "fit/group_checks.h"
#include "fit/method_entry.h"
#include "moments/attributes.h"
#include "options/messages.h"

namespace fairpca {
namespace {

const OptionTable<GapCappedPcaOptions>& gap_capped_pca_options() {
  static const OptionTable<GapCappedPcaOptions> table = [] {
    OptionTable<GapCappedPcaOptions> made;
    made.optional_number("max_gap", FAIRPCA_MEMBER(max_gap), kNotNegative,
                         "Largest difference of the errors of two groups, in the scaled space");
    made.number("relative_max_gap", FAIRPCA_MEMBER(relative_max_gap), {.least = 0, .most = 1},
                "The same as a fraction of the gap of plain PCA");
    made.number("tolerance", FAIRPCA_MEMBER(tolerance), kFraction,
                "Relative gap to the bound at which to stop; 0: 1e-10 for two groups, 1e-6 for "
                "more");
    return made;
  }();
  return table;
}

double used_tolerance(const GapCappedPcaOptions& options, std::size_t groups) {
  if (options.tolerance > 0) return options.tolerance;
  return groups == 2 ? 1e-10 : 1e-6;
}

/// Two groups: the boundary of S + D/2 and S - D/2, D = M_0 - M_1.  Their errors average to that of
/// S and differ by e_0 - e_1, also where rows of no group make S more than the groups' shares.
GapSolution solve_two_groups(const GapProblem& problem, const GapErrors& errors, Index d,
                             double tolerance, SpectralSolver& spectral,
                             const SolveObserver& observer) {
  const Matrix half = 0.5 * (problem.second_moments[0].get() - problem.second_moments[1].get());
  const Matrix plus = problem.covariance + half, minus = problem.covariance - half;
  TradeOffBoundary boundary(plus, minus, d, spectral);
  GapSolution result;
  ProjectionSolution& solution = result.solution;
  solution = search_gap_capped_pca(boundary, 0.5, 0.5, problem.max_gap, tolerance, observer);
  solution.numbers.clear();
  solution.tolerance = tolerance;
  Vector gamma = Vector::Zero(2);
  if (solution.status != Status::kInfeasible) {
    gamma(0) = (solution.dual_weights[0] - solution.dual_weights[1]) / 2;
  } else {
    const Vector found = errors.errors_of(solution.components);
    gamma(0) = found(0) >= found(1) ? 1 : -1;
    const ProvenNumber least = gap_bound(problem, d, Vector{{gamma(0), -gamma(0)}}, spectral);
    const ProvenNumber bound = error_bound(problem, d, Vector::Zero(2), spectral);
    solution.objective = std::max(frame_error(problem.covariance, solution.components), 0.0);
    solution.bound = std::min(bound.value, solution.objective);
    solution.certified = bound.certified && least.certified;
    const bool is_proven = least.certified && least.value > problem.max_gap;
    if (!is_proven) solution.status = Status::kMaxIterations;
    result.smallest_gap = errors.gap(found);
  }
  gamma(1) = -gamma(0);
  solution.dual_weights = {gamma(0), gamma(1)};
  return result;
}

/// At least `number` when it is printed with six digits: a cap that is typed back can be met.
double printed_up(double number) {
  return number * (1 + 5e-6);
}

/// Two groups: a projection has the smallest gap.  More: it is a bound, and may not be reached.
Message infeasible_message(const GapSolution& found, double gap, double cap, Index d,
                           std::size_t groups) {
  const auto dimensions = "dimensions"_is(Counted{d, "dimension", "dimensions"});
  if (groups == 2) {
    return gap_message<"cap-infeasible">(
        dimensions, "cap"_is(cap), "smallest"_is(printed_up(*found.smallest_gap)), "gap"_is(gap));
  }
  return gap_message<"cap-below-bound">(
      dimensions, "cap"_is(cap), "smallest"_is(*found.smallest_gap), "gap"_is(printed_up(gap)));
}

/// That the cap is not met, and the ways out.
void tell_missed(const GapSolution& found, double gap, double cap, Index d, const char* option,
                 ProjectionSolution& solution) {
  Message missed =
      solution.status == Status::kInfeasible
          ? infeasible_message(found, gap, cap, d, solution.dual_weights.size())
          : gap_message<"cap-not-met">("dimensions"_is(Counted{d, "dimension", "dimensions"}),
                                       "cap"_is(cap), "gap"_is(printed_up(gap)));
  missed.offer({option}, "can be raised");
  missed.offer({"dimensions"}, "can be changed");
  solution.warnings.push_back(missed);
  if (solution.status == Status::kInfeasible) solution.missed = std::move(missed);
}

double gap_of_pca(const GapProblem& problem, const GapErrors& errors, Index d,
                  SpectralSolver& spectral) {
  return errors.gap(errors.errors_of(spectral.estimate(problem.covariance, d).vectors));
}

/// Multipliers of the errors as weights of the groups, share_g + gamma_g.
void add_shares(const PreparedMoments& moments, ProjectionSolution& solution) {
  for (std::size_t g = 0; g < moments.groups.size(); ++g) {
    solution.dual_weights[g] += moments.groups[g].share;
  }
  solution.multipliers.dual_weights = solution.dual_weights;
}

}  // namespace

void GapCappedPcaOptions::validate() const {
  gap_capped_pca_options().check(*this);
}

ProjectionSolution solve_gap_capped_pca(const GapProblem& problem, Index d,
                                        const GapCappedPcaOptions& options,
                                        SpectralSolver& spectral, const SolveObserver& observer) {
  options.validate();
  const std::size_t groups = problem.second_moments.size();
  require_two_groups(groups, "gap-capped-pca");
  const Index p = problem.covariance.rows();
  if (d < 1 || d > p) reject_dimensions(d, p, p);
  const GapErrors errors(problem);
  if (errors.attributes().empty()) reject_single_levels("gap-capped-pca");
  const double tolerance = used_tolerance(options, groups);
  const GapSolution found =
      groups == 2 && d < p
          ? solve_two_groups(problem, errors, d, tolerance, spectral, observer)
          : solve_gap_cap_groups(problem, errors, d, tolerance, spectral, observer);
  ProjectionSolution solution = found.solution;
  const double gap = errors.gap(errors.errors_of(solution.components));
  solution.numbers = {{"gap", gap}, {"max_gap", problem.max_gap}};
  solution.multipliers.dual_weights = solution.dual_weights;
  if (found.smallest_gap) {
    solution.numbers.push_back({"smallest_gap", *found.smallest_gap});
    tell_missed(found, gap, problem.max_gap, d, options.max_gap ? "max_gap" : "relative_max_gap",
                solution);
  }
  return solution;
}

Fit fit_gap_capped_pca(const FitInput& input, const GapCappedPcaOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "gap-capped-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows(), spectral);
  GapProblem problem{.covariance = moments.covariance,
                     .second_moments = second_moments(moments),
                     .max_gap = 0,
                     .attributes = attribute_numbers(moments.groups)};
  const double of_pca = gap_of_pca(problem, GapErrors(problem), d, spectral);
  problem.max_gap = options.max_gap ? *options.max_gap : options.relative_max_gap * of_pca;
  ProjectionSolution solution =
      solve_gap_capped_pca(problem, d, options, spectral, solve_observer(input));
  solution.numbers.push_back({"gap_pca", of_pca});
  add_shares(moments, solution);
  return finish_fit(input, "gap-capped-pca", d, std::move(solution), spectral);
}

Method gap_capped_pca_method() {
  Method method = method_entry(
      {.id = "gap-capped-pca",
       .python_name = "GapCappedPCA",
       .summary = "Reconstruction fairness: least error with a cap on the gap between the groups' "
                  "errors",
       .brief = "least error with a cap on the gap",
       .problem = "Minimise the error <I - P, S> over projections P of rank d such that the "
                  "errors <I - P, M_g> of any two groups differ by at most the cap.",
       .paper = "H. Vu, T. Tran, M.-C. Yue, V. A. Nguyen (2022): Distributionally Robust Fair "
                "Principal Components via Geodesic Descents, section 2.2",
       .example = {{"group", "sex"},
                   {"method", "gap-capped-pca"},
                   {"relative_max_gap", "0.25"},
                   {"dimensions", "5"}},
       .fairness = Fairness::kReconstruction,
       .min_groups = 2,
       .allows_full_dimension = true,
       .exclusive_options = {{"max_gap", "relative_max_gap"}}},
      gap_capped_pca_options(), fit_gap_capped_pca);
  method.grid = grid_over("relative_max_gap", std::vector<double>{1, 0.75, 0.5, 0.25, 0.1});
  return method;
}

}  // namespace fairpca
