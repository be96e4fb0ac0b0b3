// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/robust_fair_pca.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "fairpca/invalid_option.h"
#include "fairpca/moments/attributes.h"
#include "fairpca/optimize/trade_off_boundary.h"
#include "fit/option_specs.h"
#include "fit/robust_boundary_search.h"
#include "fit/robust_fair_pca_groups.h"
#include "fit/robust_pieces.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

void check(const RobustProblem& problem, Index d) {
  const std::size_t groups = problem.second_moments.size();
  if (groups < 2) {
    throw InvalidArgument(
        fmt::format("robust fair PCA compares groups and was given {}; name a protected column "
                    "with at least two "
                    "levels",
                    groups));
  }
  const auto count = static_cast<Index>(groups);
  if (problem.shares.size() != count || problem.radii.size() != count) {
    throw InvalidArgument(fmt::format("there are {} groups but {} shares and {} radii", count,
                                      problem.shares.size(), problem.radii.size()));
  }
  if (!problem.attributes.empty() && problem.attributes.size() != groups) {
    throw InvalidArgument(fmt::format("there are {} groups but the attributes of {}", count,
                                      problem.attributes.size()));
  }
  if (RobustPairs(problem).count() == 0) {
    throw InvalidArgument(
        "robust fair PCA compares groups of one attribute, and every protected column has a single "
        "level; name a protected column with at least two levels");
  }
  require_option(std::isfinite(problem.lambda) && problem.lambda >= 0, "lambda", problem.lambda,
                 "a finite number >= 0");
  for (const double radius : problem.radii) {
    require_option(std::isfinite(radius) && radius >= 0, "epsilon", radius, "a finite number >= 0");
  }
  const Index p = problem.second_moments.front().get().rows();
  if (d < 1 || d >= p) {
    throw InvalidArgument(fmt::format("d must be in 1..{} (p - 1); it is {}", p - 1, d));
  }
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
std::vector<std::string> single_group_warnings(const RobustProblem& problem) {
  std::map<Index, Index> sizes;
  for (const Index attribute : problem.attributes) ++sizes[attribute];
  std::vector<std::string> warnings;
  for (std::size_t g = 0; g < problem.attributes.size(); ++g) {
    if (sizes.at(problem.attributes[g]) > 1) continue;
    warnings.push_back(fmt::format(
        "group {} is the only one of its protected column: it is compared with none and has no "
        "part in the objective",
        problem.group_name(static_cast<Index>(g))));
  }
  return warnings;
}

/// `0.01` or `0.01,0.02`.
std::vector<double> radii_from(const std::string& text) {
  std::vector<double> radii;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    double radius = 0;
    const auto [next, error] = std::from_chars(at, end, radius);
    const bool is_whole =
        error == std::errc() && (next == end || (*next == ',' && next + 1 != end));
    if (!is_whole || !std::isfinite(radius) || radius < 0) {
      throw InvalidOption(
          "epsilon",
          fmt::format(" must be a number >= 0, or one per group separated by commas, got {}",
                      in_quotes(text)));
    }
    radii.push_back(radius);
    at = next == end ? end : next + 1;
  }
  return radii;
}

RobustFairPcaOptions options_from(const OptionValues& values, std::uint64_t seed) {
  RobustFairPcaOptions options;
  options.setting = {number_of(values, "lambda"), number_of(values, "alpha")};
  options.epsilon = radii_from(word_of(values, "epsilon"));
  options.solver = choice_of<RobustSolver>(
      values, "solver",
      {{"exact", RobustSolver::kExact}, {"subgradient", RobustSolver::kSubgradient}});
  options.retraction = choice_of<RobustRetraction>(
      values, "retraction", {{"qr", RobustRetraction::kQr}, {"polar", RobustRetraction::kPolar}});
  options.weight_kind = choice_of<WeightKind>(
      values, "weight_kind",
      {{"sampling", WeightKind::kSampling}, {"frequency", WeightKind::kFrequency}});
  options.tolerance = number_of(values, "tolerance");
  options.max_iterations = static_cast<int>(count_of(values, "max_iterations"));
  options.starts = static_cast<int>(count_of(values, "starts"));
  options.steps = static_cast<int>(count_of(values, "steps"));
  options.seed = seed;
  return options;
}

bool same_matrices(const RobustProblem& a, const RobustProblem& b) {
  return std::equal(a.second_moments.begin(), a.second_moments.end(), b.second_moments.begin(),
                    b.second_moments.end(),
                    [](const auto& x, const auto& y) { return &x.get() == &y.get(); });
}

}  // namespace

std::string RobustProblem::group_name(Index group) const {
  const auto at = static_cast<std::size_t>(group);
  return at < names.size() ? in_quotes(names[at]) : fmt::format("{}", group);
}

void RobustFairPcaOptions::validate() const {
  require_option(std::isfinite(setting.lambda) && setting.lambda >= 0, "lambda", setting.lambda,
                 "a finite number >= 0");
  require_option(std::isfinite(setting.alpha) && setting.alpha >= 0, "alpha", setting.alpha,
                 "a finite number >= 0");
  for (const double radius : epsilon) {
    require_option(std::isfinite(radius) && radius >= 0, "epsilon", radius, "a finite number >= 0");
  }
  require_option(tolerance > 0 && tolerance < 1, "tolerance", tolerance, "in (0, 1)");
  require_option(max_iterations >= 1, "max_iterations", max_iterations, "at least 1");
  require_option(starts >= 0, "starts", starts, "at least 0");
  require_option(steps >= 1, "steps", steps, "at least 1");
}

double robust_term(double u, double error, double radius) {
  const double root = std::sqrt(std::max(error, 0.0)), margin = std::sqrt(radius);
  if (u >= 0) return u * (root + margin) * (root + margin);
  const double rest = std::max(root - margin, 0.0);
  return u * rest * rest;
}

double robust_objective(const RobustProblem& problem, const Vector& errors) {
  const RobustPairs pairs(problem);
  const RobustTerms terms = robust_terms(problem, errors);
  const std::vector<RobustPiece> worst = pairs.largest(terms, 1);
  return worst.empty() ? -std::numeric_limits<double>::infinity() : pairs.sum(terms, worst.front());
}

ProjectionSolution solve_robust_fair_pca(const RobustProblem& problem, Index d,
                                         const RobustFairPcaOptions& options,
                                         SpectralSolver& spectral, const SolveObserver& observer) {
  options.validate();
  check(problem, d);
  if (options.solver == RobustSolver::kSubgradient) {
    return solve_robust_fair_pca_subgradient(problem, d, options, spectral, observer);
  }
  if (problem.second_moments.size() > 2) {
    return solve_robust_fair_pca_groups(problem, d, options, spectral, observer);
  }
  TradeOffBoundary boundary(problem.second_moments[0], problem.second_moments[1], d, spectral);
  return search_robust_optimum(boundary, problem, options, observer);
}

std::vector<ProjectionSolution> solve_robust_fair_pca_grid(
    const std::vector<RobustProblem>& problems, Index d, const RobustFairPcaOptions& options,
    SpectralSolver& spectral, const SolveObserver& observer) {
  options.validate();
  std::vector<ProjectionSolution> solutions(problems.size());
  if (problems.empty()) return solutions;
  for (const RobustProblem& problem : problems) {
    check(problem, d);
    if (!same_matrices(problem, problems.front())) {
      throw InvalidArgument("the problems of a grid must be about the same second moments");
    }
  }
  const MatrixRefs& moments = problems.front().second_moments;
  // The highest price first: it has the widest range of angles, or the most minima.
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
  for (const std::size_t i : order) solutions[i] = solve(problems[i]);
  return solutions;
}

RobustProblem robust_problem(const PreparedMoments& moments, const RobustSetting& setting,
                             const std::vector<double>& epsilon, WeightKind weight_kind) {
  const auto groups = static_cast<Index>(moments.groups.size());
  if (!epsilon.empty() && epsilon.size() != 1 && static_cast<Index>(epsilon.size()) != groups) {
    throw InvalidOption(
        "epsilon", fmt::format(" takes one radius, or one for each of the {} groups; {} were given",
                               groups, epsilon.size()));
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
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "robust-fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  const RobustProblem problem =
      robust_problem(moments, options.setting, options.epsilon, options.weight_kind);
  ProjectionSolution solution =
      solve_robust_fair_pca(problem, d, options, spectral, solve_observer(input));
  const std::vector<std::string> alone = single_group_warnings(problem);
  solution.warnings.insert(solution.warnings.end(), alone.begin(), alone.end());
  return finish_fit(input, "robust-fair-pca", d, std::move(solution), spectral);
}

Method robust_fair_pca_method() {
  const RobustFairPcaOptions defaults;
  return {
      .id = "robust-fair-pca",
      .python_name = "RobustFairPCA",
      .summary =
          "Reconstruction fairness: least error plus a price on the gap between groups, "
          "worst case over distributions near the data",
      .fairness = Fairness::kReconstruction,
      .min_groups = 2,
      .options =
          {nonnegative_option("lambda", defaults.setting.lambda,
                              "Price of the gap between the groups' errors"),
           nonnegative_option(
               "alpha", defaults.setting.alpha,
               "Radius of the worst case: alpha / sqrt(effective size of the group)"),
           {.name = "epsilon",
            .default_value = std::string(),
            .range = "RADIUS[,RADIUS...]",
            .help = "Radii themselves, one for all groups or one per group, instead of alpha"},
           word_option("weight_kind", {"sampling", "frequency"},
                       "What weights say about the size of a group, for its radius: its effective "
                       "size (sum w)^2 / sum w^2, or repeated rows, sum w"),
           word_option("solver", {"exact", "subgradient"},
                       "The exact search with its certificate, or the solver of Vu et al."),
           only_with_word("solver", "exact",
                          positive_option("tolerance", defaults.tolerance,
                                          "Relative gap to the bound at which to stop")),
           only_with_word("solver", "exact",
                          count_option("max_iterations", defaults.max_iterations, 1,
                                       "Most steps of the exact search")),
           only_with_word("solver", "subgradient",
                          word_option("retraction", {"qr", "polar"}, "Of the subgradient solver")),
           only_with_word("solver", "subgradient",
                          count_option("starts", defaults.starts, 0,
                                       "Random starts of the subgradient solver, besides PCA")),
           only_with_word("solver", "subgradient",
                          count_option("steps", defaults.steps, 1,
                                       "Steps of the subgradient solver from each start"))},
      .exclusive_options = {{"alpha", "epsilon"}},
      .fit = [](const FitInput& input, const OptionValues& values) {
        return fit_robust_fair_pca(input, options_from(values, input.seed));
      }};
}

}  // namespace fairpca
