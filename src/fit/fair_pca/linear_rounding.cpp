// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/linear_rounding.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "linear_algebra/pivoted_qr.h"

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

/// Walks from a feasible point of the linear program to a vertex that is no worse.
///
/// The unknowns are the weights and the largest loss t; at a vertex as many constraints are tight
/// as there are unknowns: weights at 0 or 1, the sum, and losses equal to t.  So at most as many
/// weights are fractional as losses are tight.
class VertexWalk {
 public:
  /// `energies` is G x r, u_i'A_g u_i.
  VertexWalk(const Matrix& energies, const Vector& offsets, Vector& weights)
      : energies_(energies), weights_(weights) {
    scale_ = std::max(energies.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    slack_ = (offsets - energies * weights) / scale_;
    slack_ = slack_.maxCoeff() - slack_.array();
    is_tight_.assign(static_cast<std::size_t>(slack_.size()), false);
    mark_tight();
  }

  void run() {
    for (free_ = fractional(weights_); !free_.empty(); free_ = fractional(weights_)) {
      const Vector direction = free_direction();
      if (direction.size() == 0) return;
      step_along(direction);
    }
  }

 private:
  static constexpr double kTight = 1e-13;

  void mark_tight() {
    for (Index g = 0; g < slack_.size(); ++g) {
      if (slack_(g) <= kTight) is_tight_[static_cast<std::size_t>(g)] = true;
    }
  }

  /// Changes of the free weights and, last, of -t >= 0 that keep the sum and the tight losses equal
  /// to t; empty at a vertex.
  Vector free_direction() const {
    const auto count = static_cast<Index>(free_.size());
    const auto tight = std::count(is_tight_.begin(), is_tight_.end(), true);
    Matrix equations = Matrix::Zero(count + 1, tight + 1);  // one column each
    equations.col(tight).head(count).setOnes();
    for (Index g = 0, column = 0; g < slack_.size(); ++g) {
      if (!is_tight_[static_cast<std::size_t>(g)]) continue;
      equations.col(column).head(count) = energies_.row(g)(free_).transpose() / scale_;
      equations(count, column++) = -1;
    }
    const PivotedQr qr(equations, kTight);
    if (qr.rank() > count) return {};
    Vector direction = qr.apply(Vector::Unit(count + 1, count));
    if (direction(count) < 0) direction = -direction;
    return direction;
  }

  /// As far as the weights stay in [0, 1] and the other losses below t.
  void step_along(const Vector& direction) {
    const Index count = direction.size() - 1;
    double step = std::numeric_limits<double>::infinity();
    Index stop = -1;
    for (Index i = 0; i < count; ++i) {
      if (direction(i) == 0) continue;
      const double weight = weights_(free_[static_cast<std::size_t>(i)]);
      const double room = (direction(i) > 0 ? 1 - weight : weight) / std::abs(direction(i));
      if (room < step) {
        step = room;
        stop = i;
      }
    }
    const Vector lowered =
        energies_(Eigen::all, free_) * direction.head(count) / scale_;  // of the losses
    const Vector closing = direction(count) - lowered.array();          // of the slacks
    for (Index g = 0; g < slack_.size(); ++g) {
      if (is_tight_[static_cast<std::size_t>(g)] || closing(g) <= 0) continue;
      if (slack_(g) / closing(g) < step) {
        step = slack_(g) / closing(g);
        stop = -1 - g;
      }
    }
    assert(std::isfinite(step));  // all weights are bounded
    for (Index i = 0; i < count; ++i) {
      weights_(free_[static_cast<std::size_t>(i)]) += step * direction(i);
    }
    slack_ -= step * closing;
    if (stop >= 0) {
      weights_(free_[static_cast<std::size_t>(stop)]) = direction(stop) > 0 ? 1 : 0;
    } else {
      is_tight_[static_cast<std::size_t>(-1 - stop)] = true;
    }
    mark_tight();
  }

  const Matrix& energies_;
  Vector& weights_;
  double scale_ = 1;
  Vector slack_;  ///< of each loss below the largest, in units of scale_
  std::vector<bool> is_tight_;
  std::vector<Index> free_;
};

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
  VertexWalk(energies, problem.offsets, weights).run();
  for (double& weight : weights) {
    if (weight < kIntegral) weight = 0;
    if (weight > 1 - kIntegral) weight = 1;
  }
  return sorted_point(point.basis, weights);
}

}  // namespace fairpca
