// SPDX-License-Identifier: BSD-3-Clause
// Fair PCA with many groups: random covariances (2 p Gaussian rows each), exactly d = 5 dimensions,
// from G = 12, where the relaxation is tight, to G = 60, where it is not.  The value and the bound
// are recomputed by Eigen's own eigenvalues before the time is taken.  Robust fair PCA likewise, up
// to 200 groups; its value is recomputed from the definition.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "fairpca/fit/robust_fair_pca.h"
#include "fit/fair_pca/fair_pca_groups.h"
#include "timing.h"

namespace {

using namespace fairpca;

std::vector<Matrix> random_covariances(Index p, Index groups) {
  std::mt19937_64 engine(static_cast<unsigned>(p + groups));
  std::normal_distribution<double> normal;
  std::vector<Matrix> covariances;
  for (Index g = 0; g < groups; ++g) {
    const Matrix rows = Matrix::NullaryExpr(2 * p, p, [&] { return normal(engine); });
    covariances.emplace_back(rows.transpose() * rows / static_cast<double>(2 * p));
  }
  return covariances;
}

double top_sum(const Matrix& symmetric, Index d) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .tail(d)
      .sum();
}

/// The claimed value and bound are those of the components and of the weights.
bool is_right(const std::vector<Matrix>& covariances, Index d, const ProjectionSolution& solution) {
  double worst = 0, constant = 0;
  Matrix mixture = Matrix::Zero(covariances[0].rows(), covariances[0].rows());
  for (std::size_t g = 0; g < covariances.size(); ++g) {
    const double own = top_sum(covariances[g], d), weight = solution.dual_weights[g];
    const Matrix image = covariances[g] * solution.components;
    worst = std::max(worst, own - solution.components.cwiseProduct(image).sum());
    constant += weight * own;
    mixture += weight * covariances[g];
  }
  const double bound = constant - top_sum(mixture, d);
  return solution.certified && std::abs(worst - solution.objective) <= 1e-9 * worst &&
         solution.bound <= bound + 1e-9 * worst && solution.objective - bound <= 1e-3 * worst;
}

bool measure(Index p, Index groups) {
  constexpr Index kDimensions = 5;
  const std::vector<Matrix> covariances = random_covariances(p, groups);
  const MatrixRefs refs(covariances.begin(), covariances.end());
  const auto solve = [&] {
    SpectralSolver spectral;
    return solve_fair_pca_groups(refs, kDimensions, {}, spectral, {});
  };
  const ProjectionSolution solution = solve();
  if (!is_right(covariances, kDimensions, solution)) {
    fmt::print(stderr, "p {}, {} groups: objective {}, bound {}\n", p, groups, solution.objective,
               solution.bound);
    return false;
  }
  std::vector<double> times;
  for (int i = 0; i < 3; ++i) times.push_back(seconds(solve));
  fmt::print("| {} | {} | {:.3f} | {:.9g} | {:.1e} | {} |\n", p, groups,
             *std::min_element(times.begin(), times.end()), solution.objective,
             (solution.objective - solution.bound) / solution.objective, solution.iterations);
  std::fflush(stdout);
  return true;
}

/// T(u, x, e) of robust_fair_pca.h.
double robust_term(double u, double error, double radius) {
  const double root = std::sqrt(error), shift = std::sqrt(radius);
  return u >= 0 ? u * (root + shift) * (root + shift)
                : u * std::pow(std::max(root - shift, 0.0), 2);
}

/// F at a frame: the largest over all ordered pairs of groups.
double robust_value(const RobustProblem& problem, const Matrix& frame) {
  const Index groups = problem.shares.size();
  Vector other(groups), worse(groups), better(groups);
  for (Index g = 0; g < groups; ++g) {
    const Matrix& moment = problem.second_moments[static_cast<std::size_t>(g)];
    const double error = moment.trace() - frame.cwiseProduct(moment * frame).sum();
    const double share = problem.shares(g), radius = problem.radii(g);
    other(g) = robust_term(share, error, radius);
    worse(g) = robust_term(share + problem.lambda, error, radius) - other(g);
    better(g) = robust_term(share - problem.lambda, error, radius) - other(g);
  }
  double largest = 0;
  for (Index a = 0; a < groups; ++a) {
    for (Index b = 0; b < groups; ++b) {
      if (a != b) largest = std::max(largest, other.sum() + worse(a) + better(b));
    }
  }
  return largest;
}

bool measure_robust(Index p, Index groups) {
  constexpr Index kDimensions = 5;
  const std::vector<Matrix> covariances = random_covariances(p, groups);
  RobustProblem problem;
  problem.second_moments = MatrixRefs(covariances.begin(), covariances.end());
  problem.shares = Vector::Constant(groups, 1.0 / static_cast<double>(groups));
  problem.radii = Vector::Constant(groups, 0.15 / std::sqrt(2.0 * static_cast<double>(p)));
  problem.lambda = 0.5;
  ProjectionSolution solution;
  const double taken = seconds([&] {
    SpectralSolver spectral;
    solution = solve_robust_fair_pca(problem, kDimensions, {}, spectral);
  });
  const double value = robust_value(problem, solution.components);
  if (std::abs(value - solution.objective) > 1e-9 * value || solution.bound > value) {
    fmt::print(stderr, "robust, p {}, {} groups: objective {}, by definition {}, bound {}\n", p,
               groups, solution.objective, value, solution.bound);
    return false;
  }
  fmt::print("| {} | {} | {:.2f} | {:.9g} | {:.1e} | {} |\n", p, groups, taken, solution.objective,
             (solution.objective - solution.bound) / solution.objective, solution.iterations);
  std::fflush(stdout);
  return true;
}

}  // namespace

int main() {
  fmt::print("Fair PCA, exactly 5 dimensions, random covariances, one thread; least of three.\n\n");
  fmt::print("| p | groups | s | largest loss | relative gap | steps |\n");
  fmt::print("|---|---|---|---|---|---|\n");
  bool all_right = true;
  for (const Index p : {100, 200}) {
    for (const Index groups : {12, 30, 60}) all_right = measure(p, groups) && all_right;
  }
  fmt::print("\nRobust fair PCA, lambda 0.5, equal shares, otherwise the same; once.\n\n");
  fmt::print("| p | groups | s | objective | relative gap | steps |\n|---|---|---|---|---|---|\n");
  for (const Index groups : {12, 60, 200}) all_right = measure_robust(100, groups) && all_right;
  return all_right ? 0 : 1;
}
