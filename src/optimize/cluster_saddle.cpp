// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/cluster_saddle.h"

#include <algorithm>
#include <cmath>

#include "linear_algebra/solve.h"
#include "linear_algebra/symmetric_eigen.h"

namespace fairpca {
namespace {

/// The barrier problem at one point, in the eigenbasis of Q.
struct Local {
  Matrix basis;
  Vector eigenvalues;      ///< of Q
  Matrix inverse_hessian;  ///< of the barrier of Q and I - Q, elementwise
  Matrix matrices;         ///< B_j rotated, one column each
  Matrix residual;         ///< derivative by Q, multiplier of the trace chosen best
  Vector weight_residual;  ///< derivative by w
};

struct Step {
  Vector weights;
  Matrix fantope;        ///< in the eigenbasis of Q
  double decrement = 0;  ///< length of the step in the metric of the barriers
};

double weight_barrier(const ClusterSaddle& problem, double mu) {
  return problem.criterion == FantopeCriterion::kWorst ? mu : 1.0;
}

Local localize(const ClusterSaddle& problem, double mu, const ClusterSaddlePoint& point) {
  const SymmetricEigen eigen = symmetric_eigen(point.fantope);
  Local local;
  local.basis = eigen.vectors;
  local.eigenvalues = eigen.values.cwiseMax(1e-15).cwiseMin(1 - 1e-15);
  const Vector &q = local.eigenvalues, &w = point.weights;
  const Vector rest = 1 - q.array();
  local.inverse_hessian =
      ((q * q.transpose()).cwiseInverse() + (rest * rest.transpose()).cwiseInverse())
          .cwiseInverse() /
      mu;
  const Index m = q.size(), count = w.size();
  local.matrices.resize(m * m, count);
  local.weight_residual = problem.offsets - problem.curvature * (w - problem.center) +
                          (weight_barrier(problem, mu) / w.array()).matrix();
  for (Index j = 0; j < count; ++j) {
    const Matrix rotated =
        local.basis.transpose() * problem.matrices[static_cast<std::size_t>(j)] * local.basis;
    local.matrices.col(j) = rotated.reshaped();
    local.weight_residual(j) -= rotated.diagonal().dot(q);
  }
  local.residual = -(local.matrices * w).reshaped(m, m);
  local.residual.diagonal() += mu * (rest.cwiseInverse() - q.cwiseInverse());
  const Vector diagonal = local.inverse_hessian.diagonal();
  local.residual.diagonal().array() -= local.residual.diagonal().dot(diagonal) / diagonal.sum();
  return local;
}

/// Newton's step: Q is eliminated, which leaves the weights, the multiplier of tr Q = q and that of
/// sum w = 1.
Step newton_step(const ClusterSaddle& problem, double mu, const Vector& w, const Local& local) {
  const Index count = w.size(), m = local.residual.rows();
  const Matrix scaled_residual = local.inverse_hessian.cwiseProduct(local.residual);
  const Matrix scaled = local.inverse_hessian.reshaped().asDiagonal() * local.matrices;
  Matrix system = Matrix::Zero(count + 2, count + 2);
  Vector right = Vector::Zero(count + 2);
  system.topLeftCorner(count, count).noalias() = local.matrices.transpose() * scaled;
  system.topLeftCorner(count, count) += problem.curvature;
  right.head(count) =
      local.weight_residual + local.matrices.transpose() * scaled_residual.reshaped();
  for (Index j = 0; j < count; ++j) {
    system(j, j) += weight_barrier(problem, mu) / (w(j) * w(j));
    system(j, count) = system(count, j) = -scaled.col(j).reshaped(m, m).trace();
  }
  system(count, count) = local.inverse_hessian.diagonal().sum();
  right(count) = -scaled_residual.trace();
  if (problem.criterion == FantopeCriterion::kWorst) {
    system.col(count + 1).head(count).setOnes();
    system.row(count + 1).head(count).setOnes();
  } else {
    system(count + 1, count + 1) = 1;
  }
  const Vector solution = solve_square(system, right);

  Step step;
  step.weights = solution.head(count);
  step.fantope = (local.matrices * step.weights).reshaped(m, m) - local.residual;
  step.fantope.diagonal().array() -= solution(count);
  step.fantope = step.fantope.cwiseProduct(local.inverse_hessian).eval();
  const double fantope_length =
      step.fantope.array().square().cwiseQuotient(mu * local.inverse_hessian.array()).sum();
  step.decrement = std::sqrt(fantope_length + step.weights.cwiseQuotient(w).squaredNorm());
  return step;
}

/// Share of the step that stays inside all barriers.
double step_length(const Vector& w, const Local& local, const Step& step) {
  const Vector low = local.eigenvalues.cwiseSqrt().cwiseInverse();
  const Vector high = (1 - local.eigenvalues.array()).sqrt().inverse();
  const Matrix down = -(low.asDiagonal() * step.fantope * low.asDiagonal());
  const Matrix up = high.asDiagonal() * step.fantope * high.asDiagonal();
  const double inverse =
      std::max({symmetric_eigenvalues(down).maxCoeff(), symmetric_eigenvalues(up).maxCoeff(),
                (-step.weights).cwiseQuotient(w).maxCoeff()});
  return inverse <= 0.95 ? 1.0 : 0.95 / inverse;
}

/// What the gap is measured against: no constant added to a matrix or to all offsets matters.
double size_of(const ClusterSaddle& problem) {
  const Index m = problem.matrices.front().rows();
  double size = (problem.offsets.array() - problem.offsets.mean()).abs().maxCoeff();
  for (const Matrix& matrix : problem.matrices) {
    const double mean = matrix.trace() / static_cast<double>(m);
    size = std::max(size, (matrix - mean * Matrix::Identity(m, m)).norm());
  }
  return size;
}

/// Newton steps for one mu; false when the numbers are no longer finite.
bool center_at(const ClusterSaddle& problem, double mu, ClusterSaddlePoint& point) {
  constexpr int kMaxSteps = 20;
  for (int newton = 0; newton < kMaxSteps; ++newton) {
    const Local local = localize(problem, mu, point);
    const Step step = newton_step(problem, mu, point.weights, local);
    if (!step.weights.allFinite() || !step.fantope.allFinite()) return false;
    const double length = step_length(point.weights, local, step);
    point.weights += length * step.weights;
    point.fantope += length * local.basis * step.fantope * local.basis.transpose();
    point.fantope = (0.5 * (point.fantope + point.fantope.transpose())).eval();
    ++point.iterations;
    if (step.decrement < 0.5) break;
  }
  return true;
}

}  // namespace

ClusterSaddlePoint solve_cluster_saddle(const ClusterSaddle& problem, double tolerance) {
  constexpr double kReduction = 0.1;
  const Index count = problem.offsets.size(), m = problem.matrices.front().rows();
  const bool simplex = problem.criterion == FantopeCriterion::kWorst;
  ClusterSaddlePoint point;
  point.weights =
      simplex ? Vector(Vector::Constant(count, 1.0 / static_cast<double>(count))) : problem.center;
  point.fantope =
      Matrix::Identity(m, m) * (static_cast<double>(problem.q) / static_cast<double>(m));
  const double size = size_of(problem);
  if (size == 0) return point;
  const double smallest = tolerance * size / static_cast<double>(count + 2 * m);
  double mu = size;
  while (true) {
    ClusterSaddlePoint next = point;
    if (!center_at(problem, mu, next)) return point;
    point = next;
    if (mu <= smallest) return point;
    mu = std::max(kReduction * mu, smallest);
  }
}

}  // namespace fairpca
