// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/fair_pca/fair_pca_groups.h"
#include "fit/fair_pca/fantope_rounding.h"
#include "fit/fair_pca/linear_rounding.h"
#include "optimize/matrix_families.h"

namespace fairpca {
namespace extra_dimensions_test {

ProjectionSolution solve(const std::vector<Matrix>& family, Index d, ExtraDimensions extra,
                         FairPcaSolver solver = FairPcaSolver::kExact) {
  SpectralSolver spectral;
  return solve_fair_pca(refs(family), d, {.solver = solver, .extra_dimensions = extra}, spectral);
}

/// The eigenvalues of the relaxed P, back from the weights of its reconstruction.
Vector shares_of(const ProjectionSolution& solution) {
  if (solution.weights.size() == 0) return Vector::Ones(solution.components.cols());
  return 1 - (1 - solution.weights.array()).square();
}

/// Groups that vary along one random direction each: a line serves few of them.
std::vector<Matrix> family_of_lines(Index p, Index count, int seed) {
  std::mt19937_64 engine(seed);
  std::vector<Matrix> family;
  for (Index g = 0; g < count; ++g) {
    const Vector direction = gaussian(p, 1, engine).normalized();
    family.emplace_back(direction * direction.transpose());
  }
  return family;
}

TEST(ExtraDimensionsTest, AllowTakesNoMoreDimensionsThanItNeedsAndIsNeverWorseThanForbid) {
  int wider = 0;
  for (int trial = 0; trial < 96; ++trial) {
    SCOPED_TRACE(trial);
    const bool lines = trial % 4 == 3;
    const Index groups = 3 + trial % 6, p = lines ? 3 : 5 + trial % 8,
                d = lines ? 1 : 1 + trial % 3;
    const std::vector<Matrix> family = lines            ? family_of_lines(p, groups, trial)
                                       : trial % 4 == 0 ? commuting_family(p, groups, trial)
                                       : trial % 4 == 1 ? smooth_family(p, groups, trial)
                                                        : integer_family(p, groups, trial);
    const ProjectionSolution allow = solve(family, d, ExtraDimensions::kAllow);
    const ProjectionSolution forbid = solve(family, d, ExtraDimensions::kForbid);
    EXPECT_EQ(allow.status, Status::kOptimal);
    EXPECT_LE(allow.objective, forbid.objective * (1 + 1e-12) + 1e-12);
    if (forbid.status == Status::kOptimal) {
      EXPECT_EQ(allow.components.cols(), d);
    }
    const Vector shares = shares_of(allow);
    EXPECT_NEAR(shares.sum(), static_cast<double>(d), 1e-9);
    EXPECT_GE(shares.minCoeff(), 1e-6);
    wider += allow.components.cols() > d ? 1 : 0;
  }
  EXPECT_GT(wider, 10);  // there are enough problems of both kinds
  EXPECT_LT(wider, 80);
}

TEST(ExtraDimensionsTest, MultiplicativeWeightsLeaveNoEmptyDimension) {
  for (int trial = 0; trial < 24; ++trial) {
    SCOPED_TRACE(trial);
    const Index groups = 3 + trial % 4, p = 6 + trial % 4, d = 1 + trial % 3;
    const std::vector<Matrix> family = trial % 2 == 0 ? commuting_family(p, groups, 50 + trial)
                                                      : smooth_family(p, groups, 50 + trial);
    const ProjectionSolution allow =
        solve(family, d, ExtraDimensions::kAllow, FairPcaSolver::kMultiplicativeWeights);
    EXPECT_GE(shares_of(allow).minCoeff(), 1e-6);
    EXPECT_LE(allow.components.cols(), d + groups - 1);
  }
}

/// The linear program of round_by_linear_program over r weights, by all its vertices.
class VertexEnumeration {
 public:
  VertexEnumeration(const Matrix& energies, const Vector& offsets, Index d)
      : energies_(energies), offsets_(offsets), d_(d), weights_(Vector::Zero(energies.cols())) {
    choose(0);
  }
  double best() const { return best_; }

 private:
  /// Each weight is 0, 1 or free.
  void choose(Index i) {
    if (i == weights_.size()) {
      choose_tight({}, 0);
      return;
    }
    for (const double end : {0.0, 1.0}) {
      weights_(i) = end;
      choose(i + 1);
    }
    weights_(i) = 0;
    free_.push_back(i);
    if (static_cast<Index>(free_.size()) <= energies_.rows()) choose(i + 1);
    free_.pop_back();
  }

  /// As many losses are tight as weights are free.
  void choose_tight(std::vector<Index> tight, Index g) {
    if (tight.size() == free_.size()) {
      try_vertex(tight);
      return;
    }
    if (g == energies_.rows()) return;
    choose_tight(tight, g + 1);
    tight.push_back(g);
    choose_tight(std::move(tight), g + 1);
  }

  void try_vertex(const std::vector<Index>& tight) {
    const auto count = static_cast<Index>(free_.size());
    Vector weights = weights_;
    if (count > 0) {  // unknowns: the free weights and t
      Matrix equations = Matrix::Zero(count + 1, count + 1);
      Vector right(count + 1);
      for (Index k = 0; k < count; ++k) {
        const Index g = tight[static_cast<std::size_t>(k)];
        equations.row(k).head(count) = energies_.row(g)(free_);
        equations(k, count) = 1;
        right(k) = offsets_(g) - energies_.row(g).dot(weights_);
      }
      equations.row(count).head(count).setOnes();
      right(count) = static_cast<double>(d_) - weights_.sum();
      const std::optional<Vector> solved = dense::solve(equations, right);
      if (!solved) return;
      for (Index k = 0; k < count; ++k) weights(free_[static_cast<std::size_t>(k)]) = (*solved)(k);
    }
    const bool feasible = std::abs(weights.sum() - static_cast<double>(d_)) < 1e-9 &&
                          weights.minCoeff() > -1e-9 && weights.maxCoeff() < 1 + 1e-9;
    if (feasible) best_ = std::min(best_, (offsets_ - energies_ * weights).maxCoeff());
  }

  const Matrix& energies_;
  const Vector& offsets_;
  Index d_;
  Vector weights_;
  std::vector<Index> free_;
  double best_ = std::numeric_limits<double>::infinity();
};

TEST(LinearRoundingVertexTest, TheResultIsAVertexAsGoodAsTheBestOfAllVertices) {
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 engine(300 + trial);
    const Index p = 5 + trial % 2, groups = 3 + trial % 2, d = 1 + trial % 3;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? smooth_family(p, groups, trial) : commuting_family(p, groups, trial);
    const FantopeProblem problem{.matrices = refs(family), .d = d, .offsets = top_sums(family, d)};
    Matrix factor(p, 3 * d);
    for (Index i = 0; i < 3; ++i) {
      factor.middleCols(i * d, d) = std::sqrt(1.0 / 3) * random_orthogonal(p, engine).leftCols(d);
    }
    const FantopePoint point = fantope_point(factor, d);
    Matrix energies(groups, point.rank());
    for (Index g = 0; g < groups; ++g) {
      energies.row(g) =
          (point.basis.transpose() * family[static_cast<std::size_t>(g)] * point.basis)
              .diagonal()
              .transpose();
    }
    const FantopePoint rounded = round_by_linear_program(problem, point);
    const Vector losses = problem.offsets - captured(problem.matrices, rounded);
    const double value = losses.maxCoeff();
    const double scale = energies.maxCoeff();
    EXPECT_NEAR(value, VertexEnumeration(energies, problem.offsets, d).best(), 1e-8 * scale);
    const auto fractional = (rounded.weights.array() < 1).count();
    EXPECT_LE(fractional, (losses.array() >= value - 1e-10 * scale).count());
    EXPECT_GE(rounded.weights.minCoeff(), 1e-6);
  }
}

}  // namespace extra_dimensions_test
}  // namespace fairpca
