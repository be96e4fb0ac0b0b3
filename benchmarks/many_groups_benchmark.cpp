// SPDX-License-Identifier: BSD-3-Clause
// Fair PCA with many groups: random covariances (2 p Gaussian rows each), exactly d = 5 dimensions,
// from G = 12, where the relaxation is tight, to G = 60, where it is not.  The value and the bound
// are recomputed by Eigen's own eigenvalues before the time is taken.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

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

}  // namespace

int main() {
  fmt::print("Fair PCA, exactly 5 dimensions, random covariances, one thread; least of three.\n\n");
  fmt::print("| p | groups | s | largest loss | relative gap | steps |\n");
  fmt::print("|---|---|---|---|---|---|\n");
  bool all_right = true;
  for (const Index p : {100, 200}) {
    for (const Index groups : {12, 30, 60}) all_right = measure(p, groups) && all_right;
  }
  return all_right ? 0 : 1;
}
