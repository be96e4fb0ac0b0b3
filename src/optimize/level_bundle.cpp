// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/level_bundle.h"

#include <algorithm>
#include <cmath>

#include "linear_algebra/symmetric_eigen.h"
#include "optimize/quadratic_program.h"

namespace fairpca {
namespace {

/// More than a converging search ever meets; the oldest are forgotten beyond.
constexpr std::size_t kMaxCandidates = 200;

}  // namespace

FantopePoint Combination::point(Index d) const {
  std::vector<Matrix> factors;
  Index cols = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SymmetricEigen eigen = symmetric_eigen(parts[i].coefficients);
    const Vector roots = (shares[i] * eigen.values.cwiseMax(0.0)).cwiseSqrt();
    const auto rank = static_cast<Index>((roots.array() > 0).count());
    factors.push_back(*parts[i].basis * eigen.vectors.rightCols(rank) *
                      roots.tail(rank).asDiagonal());
    cols += rank;
  }
  Matrix factor(factors.front().rows(), cols);
  Index at = 0;
  for (const Matrix& part : factors) {
    factor.middleCols(at, part.cols()) = part;
    at += part.cols();
  }
  return fantope_point(factor, d);
}

void LevelBundle::add(Candidate candidate) {
  if (candidates_.size() == kMaxCandidates) candidates_.erase(candidates_.begin());
  candidates_.push_back(std::move(candidate));
}

LevelBundle::Proposal LevelBundle::propose(const Vector& center, double level) const {
  return problem_.criterion == FantopeCriterion::kWorst ? project_on_level(center, level)
                                                        : best_combination(center);
}

LevelBundle::Proposal LevelBundle::project_on_level(const Vector& center, double level) const {
  const Index count = center.size(), cuts = static_cast<Index>(candidates_.size());
  double scale = std::abs(level);
  for (const Candidate& candidate : candidates_) {
    scale = std::max(scale, (problem_.offsets - candidate.captured).cwiseAbs().maxCoeff());
  }
  QuadraticProgram program{.hessian = Matrix::Identity(count, count),
                           .gradient = -center,
                           .constraints = Matrix(1 + count + cuts, count),
                           .bounds = Vector::Zero(1 + count + cuts),
                           .equalities = 1};
  program.constraints.row(0).setOnes();
  program.bounds(0) = 1;
  program.constraints.middleRows(1, count) = Matrix::Identity(count, count);
  for (Index i = 0; i < cuts; ++i) {
    program.constraints.row(1 + count + i) =
        (problem_.offsets - candidates_[static_cast<std::size_t>(i)].captured).transpose() / scale;
    program.bounds(1 + count + i) = level / scale;
  }
  const QuadraticSolution solution = solve_quadratic_program(program);
  Proposal proposal;
  if (solution.status == QuadraticStatus::kInfeasible) {
    proposal.combination = combine(solution.infeasibility_ray.tail(cuts));
    return proposal;
  }
  proposal.combination = combine(solution.multipliers.tail(cuts));
  proposal.weights = solution.x;
  return proposal;
}

LevelBundle::Proposal LevelBundle::best_combination(const Vector& center) const {
  const auto cuts = static_cast<Index>(std::max<std::size_t>(candidates_.size(), 2));
  ClusterSaddle saddle;
  saddle.criterion = problem_.criterion;
  saddle.offsets = Vector::Zero(center.size());
  saddle.curvature = Matrix::Zero(center.size(), center.size());
  saddle.center = center;
  for (Index j = 0; j < center.size(); ++j) {
    Vector diagonal(cuts);
    for (Index i = 0; i < cuts; ++i) {
      diagonal(i) = candidates_[static_cast<std::size_t>(i) % candidates_.size()].captured(j);
    }
    saddle.matrices.emplace_back(diagonal.asDiagonal());
  }
  const ClusterSaddlePoint solution = solve_cluster_saddle(saddle, 1e-9);
  return {combine(solution.fantope.diagonal().head(static_cast<Index>(candidates_.size()))),
          solution.weights};
}

Combination LevelBundle::combine(const Vector& shares) const {
  const Vector positive = shares.cwiseMax(0.0);
  const double sum = positive.sum();
  Combination combination;
  combination.captured = Vector::Zero(problem_.offsets.size());
  for (Index i = 0; i < shares.size(); ++i) {
    if (!(positive(i) > 0)) continue;
    combination.parts.push_back(candidates_[static_cast<std::size_t>(i)]);
    combination.shares.push_back(positive(i) / sum);
    combination.captured += combination.shares.back() * combination.parts.back().captured;
  }
  return combination;
}

}  // namespace fairpca
