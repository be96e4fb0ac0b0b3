// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/robust_fair_pca.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "fit/dimensions.h"
#include "fit/group_checks.h"
#include "fit/method_entry.h"
#include "fit/robust/large_lambda.h"
#include "fit/robust/messages.h"
#include "fit/robust/robust_boundary_search.h"
#include "fit/robust/robust_fair_pca_groups.h"
#include "fit/robust/robust_fair_pca_subgradient.h"
#include "fit/robust/robust_objective.h"
#include "moments/attributes.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {
namespace {

void check(const RobustProblem& problem, Index d) {
  const std::size_t groups = problem.second_moments.size();
  require_two_groups(groups, "robust-fair-pca");
  const auto count = static_cast<Index>(groups);
  if (problem.shares.size() != count || problem.radii.size() != count) {
    reject(robust_message<"robust-problem-size">(
        "groups"_is(groups), "shares"_is(problem.shares.size()), "radii"_is(problem.radii.size())));
  }
  if (!problem.attributes.empty() && problem.attributes.size() != groups) {
    reject(robust_message<"robust-problem-attributes">("groups"_is(groups),
                                                       "attributes"_is(problem.attributes.size())));
  }
  if (RobustPairs(problem).count() == 0) reject_single_levels("robust-fair-pca");
  const RobustFairPcaOptions numbers{.setting = {.lambda = problem.lambda},
                                     .epsilon = {problem.radii.begin(), problem.radii.end()}};
  numbers.validate();
  require_dimensions_below(d, problem.second_moments.front().get().rows());
}

/// Makes the shares of each attribute sum to 1: rows in no group of it do not count.
void share_out(RobustProblem& problem) {
  std::map<Index, double> totals;
  for (std::size_t g = 0; g < problem.attributes.size(); ++g) {
    totals[problem.attributes[g]] += problem.shares(static_cast<Index>(g));
  }
  for (std::size_t g = 0; g < problem.attributes.size(); ++g) {
    const double total = totals.at(problem.attributes[g]);
    if (std::abs(total - 1) > 1e-12) problem.shares(static_cast<Index>(g)) /= total;
  }
}

/// Of protected columns with a single level, which have no pair of groups.
std::vector<Message> single_group_warnings(const RobustProblem& problem) {
  std::map<Index, Index> sizes;
  for (const Index attribute : problem.attributes) ++sizes[attribute];
  std::vector<Message> warnings;
  for (std::size_t g = 0; g < problem.attributes.size(); ++g) {
    if (sizes.at(problem.attributes[g]) > 1) continue;
    const std::string name = problem.group_name(static_cast<Index>(g));
    warnings.push_back(robust_message<"group-without-comparison">("group"_is(Quoted{name})));
  }
  return warnings;
}

const OptionTable<RobustFairPcaOptions>& robust_fair_pca_options() {
  static const OptionTable<RobustFairPcaOptions> table = [] {
    OptionTable<RobustFairPcaOptions> made;
    made.number("lambda", FAIRPCA_MEMBER(setting.lambda), kNotNegative,
                "Penalty weight of the gap between the groups' errors");
    made.number("alpha", FAIRPCA_MEMBER(setting.alpha), kNotNegative,
                "Radius of the worst case: alpha / sqrt(effective size of the group)");
    made.numbers("epsilon", FAIRPCA_MEMBER(epsilon), kNotNegative, "none",
                 "Radii themselves, one for all groups or one per group, instead of alpha");
    made.choice<WeightKind>(
        "weight_kind", FAIRPCA_MEMBER(weight_kind),
        {{"sampling", WeightKind::kSampling}, {"frequency", WeightKind::kFrequency}},
        "What weights say about the size of a group, for its radius: its effective size "
        "(sum w)^2 / sum w^2, or repeated rows, sum w");
    made.choice<LargeLambda>(
        "large_lambda", FAIRPCA_MEMBER(large_lambda),
        {{"keep", LargeLambda::kKeep}, {"reset", LargeLambda::kReset}},
        "A lambda beyond the condition of Theorem 3.2: keep it, or reset it to the smallest share "
        "of a group as the authors' program does");
    made.choice<RobustSolver>(
        "solver", FAIRPCA_MEMBER(solver),
        {{"exact", RobustSolver::kExact}, {"subgradient", RobustSolver::kSubgradient}},
        "The exact search with its certificate, or the solver of Vu et al.");
    made.number("tolerance", FAIRPCA_MEMBER(tolerance), kOpenFraction,
                "Relative gap to the bound at which to stop");
    made.count("max_iterations", FAIRPCA_MEMBER(max_iterations), count_from(1),
               "Maximum number of iterations of the exact search");
    made.choice<RobustRetraction>(
        "retraction", FAIRPCA_MEMBER(retraction),
        {{"qr", RobustRetraction::kQr}, {"polar", RobustRetraction::kPolar}},
        "Retraction of the subgradient solver");
    made.count("starts", FAIRPCA_MEMBER(starts), count_from(0),
               "Number of random starts of the subgradient solver, in addition to PCA");
    made.count("steps", FAIRPCA_MEMBER(steps), count_from(1),
               "Steps of the subgradient solver from each start");
    made.only_with({"tolerance", "max_iterations"}, "solver", {"exact"});
    made.only_with({"retraction", "starts", "steps"}, "solver", {"subgradient"});
    return made;
  }();
  return table;
}

Fit fit_with_seed(const FitInput& input, const RobustFairPcaOptions& given) {
  RobustFairPcaOptions options = given;
  options.seed = input.seed;
  return fit_robust_fair_pca(input, options);
}

/// A whole grid of settings of lambda and alpha on one trade-off boundary.
std::vector<Fit> fit_with_shared_boundary(const FitInput& input,
                                          const std::vector<OptionValues>& grid) {
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "robust-fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  std::vector<RobustProblem> problems;
  RobustFairPcaOptions options;
  for (const OptionValues& given : grid) {
    options = robust_fair_pca_options().read(given);
    problems.push_back(
        robust_problem(moments, options.setting, options.epsilon, options.weight_kind));
  }
  options.seed = input.seed;
  std::vector<ProjectionSolution> solutions =
      solve_robust_fair_pca_grid(problems, d, options, spectral, solve_observer(input));
  std::vector<Fit> fits;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::vector<Message> alone = single_group_warnings(problems[i]);
    solutions[i].warnings.insert(solutions[i].warnings.end(), alone.begin(), alone.end());
    fits.push_back(finish_fit(input, "robust-fair-pca", d, std::move(solutions[i]), spectral));
  }
  return fits;
}

/// Whether settings differ in nothing but the problem that they pose.
bool differ_in_problem_alone(const std::vector<OptionValues>& grid) {
  const auto rest = [](OptionValues given) {
    for (const char* name : {"lambda", "alpha", "epsilon", "weight_kind"}) given.erase(name);
    return given;
  };
  return std::all_of(grid.begin(), grid.end(),
                     [&](const OptionValues& given) { return rest(given) == rest(grid.front()); });
}

std::vector<Fit> fit_grid(const FitInput& input, const std::vector<OptionValues>& grid) {
  if (differ_in_problem_alone(grid)) return fit_with_shared_boundary(input, grid);
  std::vector<Fit> fits;
  for (const OptionValues& given : grid) {
    fits.push_back(fit_with_seed(input, robust_fair_pca_options().read(given)));
  }
  return fits;
}

/// The paper's (section 4): three radii, six penalty weights.
std::vector<OptionValues> papers_grid() {
  std::vector<OptionValues> grid;
  for (const double alpha : {0.05, 0.1, 0.15}) {
    for (const double lambda : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
      grid.push_back({{"alpha", alpha}, {"lambda", lambda}});
    }
  }
  return grid;
}

bool same_matrices(const RobustProblem& a, const RobustProblem& b) {
  return std::equal(a.second_moments.begin(), a.second_moments.end(), b.second_moments.begin(),
                    b.second_moments.end(),
                    [](const auto& x, const auto& y) { return &x.get() == &y.get(); });
}

ProjectionSolution solve_as_posed(const RobustProblem& problem, Index d,
                                  const RobustFairPcaOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer) {
  if (options.solver == RobustSolver::kSubgradient) {
    return solve_robust_fair_pca_subgradient(problem, d, options, spectral, observer);
  }
  if (problem.second_moments.size() > 2) {
    return solve_robust_fair_pca_groups(problem, d, options, spectral, observer);
  }
  TradeOffBoundary boundary(problem.second_moments[0], problem.second_moments[1], d, spectral);
  return search_robust_optimum(boundary, problem, options, observer);
}

}  // namespace

std::string RobustProblem::group_name(Index group) const {
  const auto at = static_cast<std::size_t>(group);
  return at < names.size() ? names[at] : std::to_string(group);
}

void RobustFairPcaOptions::validate() const {
  robust_fair_pca_options().check(*this);
}

ProjectionSolution solve_robust_fair_pca(const RobustProblem& problem, Index d,
                                         const RobustFairPcaOptions& options,
                                         SpectralSolver& spectral, const SolveObserver& observer) {
  options.validate();
  check(problem, d);
  LambdaRule rule(options.large_lambda, d, spectral);
  RobustProblem used = problem;
  const std::optional<Message> reset = rule.apply(used);
  ProjectionSolution solution = solve_as_posed(used, d, options, spectral, observer);
  rule.tell(used, reset, solution);
  return solution;
}

std::vector<ProjectionSolution> solve_robust_fair_pca_grid(const std::vector<RobustProblem>& given,
                                                           Index d,
                                                           const RobustFairPcaOptions& options,
                                                           SpectralSolver& spectral,
                                                           const SolveObserver& observer) {
  options.validate();
  std::vector<ProjectionSolution> solutions(given.size());
  if (given.empty()) return solutions;
  for (const RobustProblem& problem : given) {
    check(problem, d);
    if (!same_matrices(problem, given.front())) {
      reject(robust_message<"grid-of-different-moments">());
    }
  }
  LambdaRule rule(options.large_lambda, d, spectral);
  std::vector<RobustProblem> problems = given;
  std::vector<std::optional<Message>> resets;
  for (RobustProblem& problem : problems) resets.push_back(rule.apply(problem));
  const MatrixRefs& moments = problems.front().second_moments;
  // The highest lambda first: it has the widest range of angles, or the most minima.
  std::vector<std::size_t> order(problems.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return problems[i].lambda > problems[j].lambda;
  });
  std::function<ProjectionSolution(const RobustProblem&)> solve;
  RobustStarts starts;
  std::optional<TradeOffBoundary> boundary;
  if (options.solver == RobustSolver::kSubgradient) {
    solve = [&](const RobustProblem& problem) {
      return solve_robust_fair_pca_subgradient(problem, d, options, spectral, observer);
    };
  } else if (moments.size() > 2) {
    solve = [&](const RobustProblem& problem) {
      return solve_robust_fair_pca_groups(problem, d, options, spectral, observer, &starts);
    };
  } else {
    boundary.emplace(moments[0], moments[1], d, spectral);
    solve = [&](const RobustProblem& problem) {
      return search_robust_optimum(*boundary, problem, options, observer);
    };
  }
  for (const std::size_t i : order) {
    solutions[i] = solve(problems[i]);
    rule.tell(problems[i], resets[i], solutions[i]);
  }
  return solutions;
}

RobustProblem robust_problem(const PreparedMoments& moments, const RobustSetting& setting,
                             const std::vector<double>& epsilon, WeightKind weight_kind) {
  const auto groups = static_cast<Index>(moments.groups.size());
  if (!epsilon.empty() && epsilon.size() != 1 && static_cast<Index>(epsilon.size()) != groups) {
    reject(robust_message<"radii-per-group">("option"_is(OptionName{"epsilon"}),
                                             "groups"_is(groups), "given"_is(epsilon.size())));
  }
  RobustProblem problem{.second_moments = second_moments(moments),
                        .shares = Vector(groups),
                        .radii = Vector(groups),
                        .lambda = setting.lambda,
                        .attributes = attribute_numbers(moments.groups)};
  for (Index g = 0; g < groups; ++g) {
    const auto at = static_cast<std::size_t>(g);
    const GroupStatistics& group = moments.groups[at];
    const double size = weight_kind == WeightKind::kFrequency ? group.weight : group.effective_rows;
    problem.shares(g) = group.share;
    problem.radii(g) =
        epsilon.empty() ? setting.alpha / std::sqrt(size) : epsilon[epsilon.size() == 1 ? 0 : at];
    problem.names.push_back(group.group.name);
  }
  share_out(problem);
  return problem;
}

Fit fit_robust_fair_pca(const FitInput& input, const RobustFairPcaOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "robust-fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  const RobustProblem problem =
      robust_problem(moments, options.setting, options.epsilon, options.weight_kind);
  ProjectionSolution solution =
      solve_robust_fair_pca(problem, d, options, spectral, solve_observer(input));
  const std::vector<Message> alone = single_group_warnings(problem);
  solution.warnings.insert(solution.warnings.end(), alone.begin(), alone.end());
  return finish_fit(input, "robust-fair-pca", d, std::move(solution), spectral);
}

Method robust_fair_pca_method() {
  Method method = method_entry(
      {.id = "robust-fair-pca",
       .python_name = "RobustFairPCA",
       .summary = "Reconstruction fairness: least error plus a penalty on the gap between groups, "
                  "worst case over distributions near the data",
       .brief = "least error plus penalty on the gap",
       .problem = "Minimise the error plus lambda times the gap between the groups' errors, in the "
                  "worst case over "
                  "distributions within a Wasserstein radius alpha / sqrt(n_g) of each group's.",
       .paper = "H. Vu, T. Tran, M.-C. Yue, V. A. Nguyen (2022): Distributionally Robust Fair "
                "Principal Components "
                "via Geodesic Descents",
       .example =
           {{"group", "sex"}, {"method", "robust-fair-pca"}, {"lambda", "1"}, {"dimensions", "5"}},
       .fairness = Fairness::kReconstruction,
       .min_groups = 2,
       .exclusive_options = {{"alpha", "epsilon"}}},
      robust_fair_pca_options(), fit_with_seed);
  method.grid = papers_grid();
  method.fit_all = fit_grid;
  return method;
}

}  // namespace fairpca
