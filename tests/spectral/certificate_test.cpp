// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/certificate.h"

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace certificate_test {

Eigenpairs exact_pairs(const Matrix& a) {
  const dense::SymmetricPairs pairs = dense::eigenpairs(a);
  return {pairs.values.reverse(), pairs.vectors.rowwise().reverse()};
}

Certificate certify_columns(const Matrix& a, const std::vector<Index>& columns) {
  const Eigenpairs all = exact_pairs(a);
  Eigenpairs chosen{Vector(columns.size()), Matrix(a.rows(), columns.size())};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    chosen.values(static_cast<Index>(i)) = all.values(columns[i]);
    chosen.vectors.col(static_cast<Index>(i)) = all.vectors.col(columns[i]);
  }
  Matrix work;
  const auto d = static_cast<Index>(columns.size()) - 1;
  return certify(a, a.norm(), measure(a, chosen, d), true, work);
}

TEST(CertificateTest, TheTopPairsAreProven) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    EXPECT_TRUE(certify_columns(random_symmetric(30, seed), {0, 1, 2, 3}).proven);
  }
}

TEST(CertificateTest, PairsThatSkipAnEigenvalueAreNotProven) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Matrix a = random_symmetric(30, seed);
    EXPECT_FALSE(certify_columns(a, {1, 2, 3, 4}).proven);
    EXPECT_FALSE(certify_columns(a, {0, 1, 3, 4}).proven);
    EXPECT_FALSE(certify_columns(a, {0, 1, 2, 4}).proven);  // eigenvalue d+1 would be wrong
  }
}

TEST(CertificateTest, ASkippedEigenvalueIsSeenFromATinyDistanceAbove) {
  Vector values = power_law(200, 0.75);
  values(4) = values(3);
  for (const double distance : {1e-11, 1e-13}) {
    values(3) = values(4) + distance;
    const Matrix a = rotated(values, 14);
    EXPECT_TRUE(certify_columns(a, {0, 1, 2, 3, 4}).proven);
    EXPECT_FALSE(certify_columns(a, {0, 1, 2, 4, 5}).proven);
  }
}

/// Values 4 and 6 (from 0) `gap` apart, relative to the first of them; value 5 at `inside` of it.
Vector gapped(Index p, double exponent, double gap, double inside) {
  Vector values = power_law(p, exponent);
  values.tail(p - 6) *= values(4) * (1 - gap) / values(6);
  values(5) = values(6) + inside * (values(4) - values(6));
  return values;
}

TEST(CertificateTest, WhateverIsInTheGapNoBoundIsTooSmallAndNoHiddenValueIsAboveItsMiddle) {
  constexpr Index p = 205, d = 5;  // large enough for single precision
  Matrix work;
  int proven = 0;
  for (const double exponent : {0.1, 0.75, 3.0}) {
    for (const double gap : {1.0, 1e-2, 1e-5, 1e-9, 0.0}) {
      for (const double inside : {0.9, 0.1, 1e-3, 1e-6}) {
        const Matrix a = rotated(gapped(p, exponent, gap, inside), 31);
        const Eigenpairs all = exact_pairs(a);
        const double sum = all.values.head(d).sum();
        for (const std::vector<Index>& columns : std::vector<std::vector<Index>>{
                 {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 6}, {0, 1, 2, 3, 5, 6}, {1, 2, 3, 4, 5, 6}}) {
          SCOPED_TRACE(testing::Message()
                       << "exponent " << exponent << " gap " << gap << " inside " << inside
                       << " columns " << columns[0] << columns[4] << columns[5]);
          const MeasuredPairs measured =
              measure(a, {all.values(columns), all.vectors(Eigen::all, columns)}, d);
          const Certificate certificate = certify(a, a.norm(), measured, true, work);
          const bool all_are_given = columns[0] == 0 && columns[4] == 4;
          EXPECT_TRUE(certificate.proven || columns[5] != 5);
          if (!certificate.proven) continue;
          ++proven;
          EXPECT_GE(measured.values.sum() + d * certificate.excess,
                    sum - 1e-13);  // the oracle's rounding
          EXPECT_LE(certificate.excess, 1e-11);
          const double hidden = all.values(all_are_given ? 5 : columns[0] == 0 ? 4 : 0);
          const double middle = 0.5 * (measured.values(d - 1) + measured.next_value);
          EXPECT_LE(hidden, middle + 1e-11);
        }
      }
    }
  }
  EXPECT_GE(proven, 60);
}

TEST(CertificateTest, BlurredPairsKeepATrueBound) {
  const Matrix a = rotated(power_law(60, 0.5), 15);
  const long double exact = dense::wide_eigenvalues(a).tail(5).sum();
  for (const double noise : {1e-15, 1e-11, 1e-8, 1e-5}) {
    SCOPED_TRACE(noise);
    Eigenpairs pairs = exact_pairs(a);
    pairs.values.conservativeResize(6);
    pairs.vectors = (pairs.vectors.leftCols(6) + noise * random_matrix(60, 6, 16)).eval();
    Matrix work;
    const MeasuredPairs measured = measure(a, pairs, 5);
    const Certificate certificate = certify(a, a.norm(), measured, true, work);
    EXPECT_TRUE(certificate.proven);
    EXPECT_GE(static_cast<long double>(measured.values.sum() + 5 * certificate.excess), exact);
    EXPECT_GT(measured.orthogonality_loss, 0.1 * noise);
  }
}

TEST(CertificateTest, WithoutTheFactorisationNothingIsProven) {
  const Matrix a = random_symmetric(10, 17);
  Matrix work;
  Eigenpairs pairs = exact_pairs(a);
  EXPECT_FALSE(certify(a, a.norm(), measure(a, pairs, 10), false, work).proven);
  pairs.values.conservativeResize(4);
  pairs.vectors.conservativeResize(10, 4);
  EXPECT_FALSE(certify(a, a.norm(), measure(a, pairs, 3), false, work).proven);
}

TEST(CertificateTest, PairsAreSortedByTheirRayleighQuotients) {
  const Matrix a = random_symmetric(12, 18);
  Eigenpairs pairs = exact_pairs(a);
  pairs.vectors.col(0).swap(pairs.vectors.col(2));
  const MeasuredPairs measured = measure(a, pairs, 3);
  EXPECT_LT((measured.values - pairs.values.head(3)).norm(), 1e-13);
  EXPECT_LT(measured.max_residual, 1e-13);
}

}  // namespace certificate_test
}  // namespace fairpca
