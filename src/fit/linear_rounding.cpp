// SPDX-License-Identifier: BSD-3-Clause
#include "fit/linear_rounding.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/QR>

namespace fairpca {
namespace {

constexpr double kIntegral = 1e-10;

std::vector<Index> fractional(const Vector& weights) {
  std::vector<Index> result;
  for (Index i = 0; i < weights.size(); ++i) {
    if (weights(i) > kIntegral && weights(i) < 1 - kIntegral) result.push_back(i);
  }
  return result;
}

/// Moves along directions that lower all losses alike, or not at all, and keep the sum, until at
/// most one weight per row of `energies` (G x r, u_i'A_g u_i) is fractional.
void move_to_vertex(const Matrix& energies, Vector& weights) {
  const Index groups = energies.rows();
  std::vector<Index> free = fractional(weights);
  while (static_cast<Index>(free.size()) > groups) {
    const auto count = static_cast<Index>(free.size());
    Matrix equations(count + 1, groups + 1);  // one column each; the last unknown is the change
    for (Index i = 0; i < count; ++i) {
      const Index column = free[static_cast<std::size_t>(i)];
      equations.row(i).head(groups) = energies.col(column).transpose();
      equations(i, groups) = 1;
    }
    equations.row(count).head(groups).setConstant(-1);
    equations(count, groups) = 0;
    const Eigen::ColPivHouseholderQR<Matrix> qr(equations);
    Vector direction =
        qr.householderQ() * Vector::Unit(count + 1, count);  // orthogonal to all equations
    if (direction(count) < 0) direction = -direction;
    double step = std::numeric_limits<double>::infinity();
    Index stop = 0;
    for (Index i = 0; i < count; ++i) {
      const double weight = weights(free[static_cast<std::size_t>(i)]);
      if (direction(i) == 0) continue;
      const double room = (direction(i) > 0 ? 1 - weight : weight) / std::abs(direction(i));
      if (room < step) {
        step = room;
        stop = i;
      }
    }
    for (Index i = 0; i < count; ++i) {
      weights(free[static_cast<std::size_t>(i)]) += step * direction(i);
    }
    weights(free[static_cast<std::size_t>(stop)]) = direction(stop) > 0 ? 1 : 0;
    free = fractional(weights);
  }
}

}  // namespace

FantopePoint round_by_linear_program(const FantopeProblem& problem, const FantopePoint& point) {
  const Index rank = point.rank();
  if (rank <= problem.d) return point;
  const auto groups = static_cast<Index>(problem.matrices.size());
  Matrix energies(groups, rank);
  std::vector<Matrix> diagonals;
  for (Index g = 0; g < groups; ++g) {
    const Matrix image = problem.matrices[static_cast<std::size_t>(g)].get() * point.basis;
    energies.row(g) = point.basis.cwiseProduct(image).colwise().sum();
    diagonals.emplace_back(energies.row(g).transpose().asDiagonal());
  }
  // Over diagonal matrices the Fantope is the polytope of the linear program.
  FantopeProblem linear{.matrices = {diagonals.begin(), diagonals.end()},
                        .d = problem.d,
                        .criterion = problem.criterion,
                        .offsets = problem.offsets};
  SpectralSolver small({.method = EigenMethod::kDense});
  const WeightedDualResult solved = solve_weighted_dual(linear, small, {.tolerance = 1e-9});
  Vector weights = (solved.point.basis.cwiseAbs2() * solved.point.weights).cwiseMin(1.0);
  if (problem.value(energies * weights) > problem.value(energies * point.weights)) {
    weights = point.weights;
  }
  move_to_vertex(energies, weights);
  for (double& weight : weights) {
    if (weight < kIntegral) weight = 0;
    if (weight > 1 - kIntegral) weight = 1;
  }
  return sorted_point(point.basis, weights);
}

}  // namespace fairpca
