// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/nested.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/number_of.h"
#include "optimize/matrix_families.h"

namespace fairpca {
namespace nested_test {

ProjectionSolution nested(const std::vector<Matrix>& family, Index d,
                          FairPcaCriterion criterion = FairPcaCriterion::kLoss) {
  SpectralSolver spectral;
  return solve_fair_pca(refs(family), d, {.criterion = criterion, .nested = true}, spectral);
}

/// The criterion for a frame, from the definitions.
double criterion_value(const std::vector<Matrix>& family, const Matrix& frame,
                       FairPcaCriterion criterion) {
  const Vector captured = inner_products(family, frame * frame.transpose());
  if (criterion == FairPcaCriterion::kNash) return -captured.array().log().sum();
  Vector offsets = top_sums(family, frame.cols());
  if (criterion == FairPcaCriterion::kError) {
    for (Index g = 0; g < offsets.size(); ++g) {
      offsets(g) = family[static_cast<std::size_t>(g)].trace();
    }
  }
  return (offsets - captured).maxCoeff();
}

TEST(NestedTest, APrefixOfManyComponentsIsTheSolutionForFew) {
  for (const Index groups : {2, 4}) {
    SCOPED_TRACE(groups);
    const std::vector<Matrix> family = smooth_family(9, groups, 5);
    const Matrix four = nested(family, 4).components;
    EXPECT_LT((four.transpose() * four - Matrix::Identity(4, 4)).norm(), 1e-12);
    for (const Index d : {1, 2, 3}) {
      const Matrix few = nested(family, d).components;
      EXPECT_LT((few.cwiseProduct(four.leftCols(d)).colwise().sum().cwiseAbs().array() - 1)
                    .abs()
                    .maxCoeff(),
                1e-6);
    }
  }
}

TEST(NestedTest, TheObjectiveIsThatOfAllComponentsAndTheCostIsAgainstTheUnnestedOptimum) {
  for (const FairPcaCriterion criterion :
       {FairPcaCriterion::kLoss, FairPcaCriterion::kError, FairPcaCriterion::kNash}) {
    for (int trial = 0; trial < 6; ++trial) {
      SCOPED_TRACE(trial);
      const std::vector<Matrix> family =
          trial % 2 == 0 ? smooth_family(7, 2 + trial % 4, trial) : commuting_family(7, 3, trial);
      const ProjectionSolution solution = nested(family, 3, criterion);
      EXPECT_NEAR(solution.objective, criterion_value(family, solution.components, criterion),
                  1e-9);
      SpectralSolver spectral;
      const ProjectionSolution unnested =
          solve_fair_pca(refs(family), 3, {.criterion = criterion}, spectral);
      EXPECT_NEAR(number_of(solution, "unnested_objective"), unnested.objective, 1e-9);
      EXPECT_NEAR(number_of(solution, "nesting_cost"), solution.objective - unnested.objective,
                  1e-9);
      EXPECT_NEAR(solution.bound, unnested.bound, 1e-9);
      EXPECT_GE(solution.objective, solution.bound - 1e-10);
    }
  }
}

TEST(NestedTest, NoOtherSecondComponentIsFairerTogetherWithTheFirst) {
  for (int trial = 0; trial < 12; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(3, 2 + trial % 3, 70 + trial);
    const FairPcaCriterion criterion =
        trial % 3 == 0 ? FairPcaCriterion::kNash : FairPcaCriterion::kLoss;
    const ProjectionSolution solution = nested(family, 2, criterion);
    const Matrix complement = dense::full_q(solution.components.leftCols(1)).rightCols(2);
    Matrix frame = solution.components;
    for (int step = 0; step < 2000; ++step) {
      const double angle = step * std::numbers::pi / 2000;
      frame.col(1) = complement * Vector{{std::cos(angle), std::sin(angle)}};
      EXPECT_GE(criterion_value(family, frame, criterion), solution.objective - 1e-8);
    }
  }
}

TEST(NestedTest, OneComponentIsPlainFairPca) {
  const std::vector<Matrix> family = smooth_family(6, 2, 9);
  SpectralSolver spectral;
  EXPECT_NEAR(nested(family, 1).objective, solve_fair_pca(refs(family), 1, {}, spectral).objective,
              1e-9);
  EXPECT_EQ(nested(family, 1).status, Status::kOptimal);
}

TEST(NestedTest, WhatItCostsIsWarnedOf) {
  const ProjectionSolution solution = nested(smooth_family(6, 3, 9), 2);
  ASSERT_FALSE(solution.warnings.empty());
  const Message& cost = solution.warnings.back();
  EXPECT_EQ(cost.code(), "nesting-cost");
  EXPECT_EQ(std::stod(cost.argument("objective")), solution.objective);
  EXPECT_EQ(std::stod(cost.argument("unnested")), number_of(solution, "unnested_objective"));
}

}  // namespace nested_test
}  // namespace fairpca
