// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/robust_fair_pca.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "fairpca/invalid_option.h"
#include "fairpca/optimize/trade_off_boundary.h"
#include "fit/option_specs.h"
#include "fit/robust_boundary_search.h"
#include "fit/robust_fair_pca_groups.h"
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
  const Index groups = errors.size();
  double worst = -std::numeric_limits<double>::infinity();
  for (Index a = 0; a < groups; ++a) {
    for (Index b = 0; b < groups; ++b) {
      if (a == b) continue;
      double sum = 0;
      for (Index g = 0; g < groups; ++g) {
        const double price = g == a ? problem.lambda : g == b ? -problem.lambda : 0;
        sum += robust_term(problem.shares(g) + price, errors(g), problem.radii(g));
      }
      worst = std::max(worst, sum);
    }
  }
  return worst;
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
                             const std::vector<double>& epsilon) {
  const auto groups = static_cast<Index>(moments.groups.size());
  if (!epsilon.empty() && epsilon.size() != 1 && static_cast<Index>(epsilon.size()) != groups) {
    throw InvalidOption(
        "epsilon", fmt::format(" takes one radius, or one for each of the {} groups; {} were given",
                               groups, epsilon.size()));
  }
  RobustProblem problem{.second_moments = second_moments(moments),
                        .shares = Vector(groups),
                        .radii = Vector(groups),
                        .lambda = setting.lambda};
  for (Index g = 0; g < groups; ++g) {
    const GroupStatistics& group = moments.groups[static_cast<std::size_t>(g)];
    problem.shares(g) = group.share;
    problem.radii(g) = !epsilon.empty()
                           ? epsilon[epsilon.size() == 1 ? 0 : static_cast<std::size_t>(g)]
                           : setting.alpha / std::sqrt(group.effective_rows);
    problem.names.push_back(group.group.name);
  }
  return problem;
}

Fit fit_robust_fair_pca(const FitInput& input, const RobustFairPcaOptions& options) {
  const PreparedMoments& moments = *input.prepared;
  require_rows_in_groups(moments, "robust-fair-pca");
  SpectralSolver spectral(input.spectral);
  const Index d =
      resolve_dimensions(input.dimensions, moments, moments.covariance.rows() - 1, spectral);
  const RobustProblem problem = robust_problem(moments, options.setting, options.epsilon);
  return finish_fit(input, "robust-fair-pca", d,
                    solve_robust_fair_pca(problem, d, options, spectral, solve_observer(input)),
                    spectral);
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
           nonnegative_option("alpha", defaults.setting.alpha,
                              "Radius of the worst case: alpha / sqrt(rows of the group)"),
           {.name = "epsilon",
            .default_value = std::string(),
            .range = "RADIUS[,RADIUS...]",
            .help = "Radii themselves, one for all groups or one per group, instead of alpha"},
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
