// SPDX-License-Identifier: BSD-3-Clause
// What fairness costs in time, interleaved in one process with the same threads:
//   fit of fair-pca against fit of pca, both from rows in memory to a described model;
//   robust fair PCA by the exact search against the paper's iteration (Vu et al. 2022: Riemannian
//   subgradient steps 1/sqrt(1001) on p x (p-d) frames, QR retraction, 1000 steps from each of 20
//   random starts);
//   a grid of 18 settings of robust fair PCA against one.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <Eigen/QR>

#include "fairpca/fit/fit.h"
#include "fairpca/fit/robust_fair_pca.h"
#include "fairpca/rows/matrix_rows.h"
#include "fit/robust/robust_objective.h"
#include "timing.h"

namespace {

using namespace fairpca;

/// Gaussian rows of two groups with power-law spectra in partly different bases.
struct TwoGroups {
  RowMatrix rows;
  std::vector<std::int32_t> codes;

  TwoGroups(Index n, Index first, Index p) : rows(n, p) {
    std::mt19937_64 engine(static_cast<unsigned>(p));
    std::normal_distribution<float> normal;
    const Vector index = Vector::LinSpaced(p, 1, static_cast<double>(p));
    for (Index i = 0; i < n; ++i) {
      const bool second = i >= first;
      codes.push_back(second ? 1 : 0);
      for (Index k = 0; k < p; ++k) {
        // The second group's order of features is shuffled in blocks of three.
        const Index from = second ? (k / 3) * 3 + (k + 1) % 3 : k;
        const double scale = std::pow(index(std::min(from, p - 1)), second ? -0.275 : -0.375);
        rows(i, k) = scale * static_cast<double>(normal(engine));
      }
      for (Index k = 1; k < p; ++k) rows(i, k) += 0.3 * rows(i, k - 1);
    }
  }

  Table table() const {
    Table table;
    for (Index k = 1; k <= rows.cols(); ++k) {
      table.schema.features.push_back({fmt::format("x{}", k), ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"group"};
    table.protected_levels = {{{"a", "b"}, codes}};
    table.numeric = rows;
    table.rows = rows.rows();
    return table;
  }
};

bool compare_fits(Index n, Index first, Index p, int repetitions) {
  const TwoGroups data(n, first, p);
  const auto run = [&](const char* method) {
    MatrixRows rows(data.table());
    return fit_rows(rows,
                    {.method = method, .dimensions = {.wanted = Index{20}}, .pass = {.threads = 2}})
        .fit;
  };
  const Fit plain = run("pca"), fair = run("fair-pca");
  const double gap = fair.report.objective - fair.report.bound;
  const double worst =
      std::max(plain.report.groups[0].loss.value_or(0), plain.report.groups[1].loss.value_or(0));
  if (fair.report.status != Status::kOptimal || fair.report.objective > worst ||
      gap > 1e-10 * fair.report.objective) {
    fmt::print(stderr, "{} x {}: status {}, objective {}, gap {}\n", n, p,
               to_string(fair.report.status), fair.report.objective, gap);
    return false;
  }
  std::vector<double> ours, theirs, ratios;
  for (int i = 0; i < repetitions; ++i) {
    theirs.push_back(seconds([&] { run("pca"); }));
    ours.push_back(seconds([&] { run("fair-pca"); }));
    ratios.push_back(ours.back() / theirs.back());
  }
  fmt::print("| {} x {} | 20 | {:.3f} | {:.3f} | **{:.3f}** | {} | {:.1e} |\n", n, p,
             median(theirs), median(ours), median(ratios), fair.report.eigensolves,
             gap / fair.report.objective);
  std::fflush(stdout);
  return true;
}

/// The paper's iteration on U = the p x (p - d) frame of what is left out.
double paper_iteration(const RobustProblem& problem, Index d, int starts, int steps) {
  const Matrix& m0 = problem.second_moments[0];
  const Matrix& m1 = problem.second_moments[1];
  const Index p = m0.rows(), left = p - d;
  const double step_size = 1 / std::sqrt(steps + 1.0);
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  const auto q_factor = [&](const Matrix& a) -> Matrix {
    return Eigen::HouseholderQR<Matrix>(a).householderQ() * Matrix::Identity(p, left);
  };
  double best = 1e300;
  for (int start = 0; start < starts; ++start) {
    Matrix u = q_factor(Matrix::NullaryExpr(p, left, [&] { return normal(engine); }));
    for (int step = 0; step <= steps; ++step) {
      const Matrix image0 = m0 * u, image1 = m1 * u;
      const double s0 = u.cwiseProduct(image0).sum(), s1 = u.cwiseProduct(image1).sum();
      if (step == steps) {
        best = std::min(best, robust_objective(problem, Vector{{s0, s1}}));
        break;
      }
      const auto slope = [&](double price, Index g, double s) {
        const double weight = problem.shares(g) + price;
        return weight + std::abs(weight) * std::sqrt(problem.radii(g) / s);
      };
      const auto value = [&](double price) {
        return robust_term(problem.shares(0) + price, s0, problem.radii(0)) +
               robust_term(problem.shares(1) - price, s1, problem.radii(1));
      };
      const double price =
          value(problem.lambda) > value(-problem.lambda) ? problem.lambda : -problem.lambda;
      const Matrix gradient = 2 * slope(price, 0, s0) * image0 + 2 * slope(-price, 1, s1) * image1;
      const Matrix inner = u.transpose() * gradient;
      const Matrix tangent = gradient - u * ((inner + inner.transpose()) / 2);
      u = q_factor(u - step_size * tangent);
    }
  }
  return best;
}

bool compare_robust(Index p, int starts) {
  const TwoGroups data(1000, 300, p);
  MatrixRows rows(data.table());
  const GroupMoments moments = accumulate_moments(rows);
  const PreparedMoments prepared = prepare(moments, form_groups(moments), {.standardize = true});
  const RobustProblem problem = robust_problem(prepared, {.lambda = 0.5, .alpha = 0.15});
  SpectralSolver counting;
  const ProjectionSolution robust = solve_robust_fair_pca(problem, 3, {}, counting);
  const int solves = counting.solves();
  double theirs = 0;
  const double paper_seconds = seconds([&] { theirs = paper_iteration(problem, 3, starts, 1000); });
  if (robust.status != Status::kOptimal || robust.objective > theirs * (1 + 1e-9)) {
    fmt::print(stderr, "p {}: ours {}, the paper's {}\n", p, robust.objective, theirs);
    return false;
  }
  std::vector<double> ours;
  for (int i = 0; i < 25; ++i) {
    ours.push_back(seconds([&] {
      SpectralSolver spectral;
      solve_robust_fair_pca(problem, 3, {}, spectral);
    }));
  }
  std::vector<RobustProblem> grid;
  for (const double lambda : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
    for (const double alpha : {0.05, 0.1, 0.15}) {
      grid.push_back(robust_problem(prepared, {.lambda = lambda, .alpha = alpha}));
    }
  }
  SpectralSolver grid_solver;
  const double grid_seconds =
      seconds([&] { solve_robust_fair_pca_grid(grid, 3, {}, grid_solver); });
  fmt::print(
      "| {} | {:.2f} | {} | {:.9g} | {:.2f} | {} | {:.9g} | **{:.0f}** | {} in {:.1f} ms |\n", p,
      1e3 * median(ours), solves, robust.objective, paper_seconds, starts, theirs,
      paper_seconds / median(ours), grid_solver.solves(), 1e3 * grid_seconds);
  std::fflush(stdout);
  return true;
}

}  // namespace

int main() {
  fmt::print("Two groups, d = 20, rows in memory, 2 threads; medians, ratios of neighbours.\n\n");
  fmt::print("| rows | d | pca s | fair-pca s | ratio | eigen-solves | relative gap |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  bool all_right = compare_fits(13232, 2962, 1764, 5);
  all_right = compare_fits(500'000, 110'000, 100, 11) && all_right;
  fmt::print(
      "\nRobust fair PCA, d = 3, lambda 0.5, alpha 0.15, against the paper's 1000 steps per "
      "start.\n\n");
  fmt::print(
      "| p | ours ms | eigen-solves | objective | paper s | starts | its objective | ratio | grid "
      "of "
      "18 |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  all_right = compare_robust(48, 20) && all_right;
  return all_right ? 0 : 1;
}
