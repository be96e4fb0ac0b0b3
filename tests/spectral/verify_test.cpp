// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace verify_test {

/// The oracle itself is right to a few eps times the norm.
constexpr double kOracleRounding = 1e-13;

double largest_sum(const Matrix& a, Index d) {
  return dense::eigenvalues(a).tail(d).sum();
}

TEST(VerifyTest, AnEstimateIsNotCertifiedUntilItIsVerified) {
  const Matrix a = rotated(power_law(150, 0.5), 1);
  SpectralSolver solver;
  TopEigenpairs pairs = solver.estimate(a, 6);
  EXPECT_FALSE(pairs.certified);
  EXPECT_TRUE(solver.verify(a, pairs));
  EXPECT_TRUE(pairs.certified);
  EXPECT_EQ(solver.solves(), 1);
  EXPECT_TRUE(solver.all_certified());
  EXPECT_LE(largest_sum(a, 6), pairs.sum_upper_bound() + kOracleRounding);
  EXPECT_NEAR(largest_sum(a, 6), pairs.values.sum(), 1e-12);
}

TEST(VerifyTest, LeadingPairsOfAnEstimateCanBeVerified) {
  const Matrix a = rotated(power_law(40, 1), 2);
  SpectralSolver solver;
  TopEigenpairs pairs = solver.estimate(a, 6);
  pairs.next_value = pairs.values(3);
  pairs.values = pairs.values.head(3).eval();
  pairs.vectors = pairs.vectors.leftCols(3).eval();
  EXPECT_TRUE(solver.verify(a, pairs));
  EXPECT_LE(largest_sum(a, 3), pairs.sum_upper_bound() + kOracleRounding);
}

TEST(VerifyTest, APairThatSkipsAnEigenvalueIsFoundOutAndSolvedAgain) {
  for (const Index p : {12, 150}) {
    SCOPED_TRACE(p);
    const Matrix a = rotated(power_law(p, 1), 3);
    SpectralSolver solver;
    TopEigenpairs pairs = solver.estimate(a, 5);
    pairs.values.head(4) = pairs.values.tail(4).eval();  // as if the largest had been missed
    pairs.vectors.leftCols(4) = pairs.vectors.rightCols(4).eval();
    pairs.values = pairs.values.head(4).eval();
    pairs.vectors = pairs.vectors.leftCols(4).eval();
    EXPECT_TRUE(solver.verify(a, pairs));
    EXPECT_GT(solver.solves(), 1);
    EXPECT_NEAR(pairs.values.sum(), largest_sum(a, 4), 1e-12);
  }
}

TEST(VerifyTest, NothingIsCertifiedWithTheCheckTurnedOff) {
  const Matrix a = rotated(power_law(20, 1), 4);
  SpectralSolver solver({.inertia_check = false});
  TopEigenpairs pairs = solver.estimate(a, 3);
  EXPECT_FALSE(solver.verify(a, pairs));
  EXPECT_FALSE(solver.all_certified());
}

TEST(VerifyTest, MatricesOfExtremeSizeAndZeroAreVerified) {
  for (const double size : {0.0, 1e-200, 1e200}) {
    SCOPED_TRACE(size);
    const Matrix a = size * rotated(power_law(9, 1), 5);
    SpectralSolver solver;
    TopEigenpairs pairs = solver.estimate(a, 2);
    EXPECT_TRUE(solver.verify(a, pairs));
  }
}

}  // namespace verify_test
}  // namespace fairpca
