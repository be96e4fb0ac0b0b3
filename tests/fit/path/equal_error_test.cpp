// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/equal_error.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/error.h"
#include "fit/eigen_oracles.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace equal_error_test {

EqualError at(const Matrix& m0, const Matrix& m1, Index d) {
  SpectralSolver spectral;
  return equal_error(m0, m1, d, spectral);
}

double error_difference(const Matrix& m0, const Matrix& m1, const Matrix& v) {
  return (m0.trace() - trace_in(m0, v)) - (m1.trace() - trace_in(m1, v));
}

TEST(EqualErrorTest, NoProjectionHasASmallerGap) {
  const Matrix m0 = 3 * random_moment(6, 1), m1 = random_moment(6, 2);
  for (const Index d : {1, 2, 3, 4, 5}) {
    SCOPED_TRACE(d);
    const EqualError result = at(m0, m1, d);
    for (unsigned seed = 0; seed < 300; ++seed) {
      const Matrix v = dense::thin_q(random_matrix(6, d, 10 + seed));
      EXPECT_GE(std::abs(error_difference(m0, m1, v)), result.smallest_gap - 1e-12);
    }
    // The projection that leaves out the smallest eigenvalues of D reaches it.
    const double reached = std::abs(error_difference(m0, m1, largest_vectors(m0 - m1, d)));
    if (!result.attainable) {
      EXPECT_NEAR(reached, result.smallest_gap, 1e-12);
    }
  }
}

TEST(EqualErrorTest, TheSmallestDimensionIsTheFirstOfAllThatServe) {
  // D = diag(3, 2, 1, -1): what is left out must sum to 0: {1, -1} with two dimensions.
  const Matrix m0 = Vector{{5.0, 4.0, 3.0, 1.0}}.asDiagonal();
  const Matrix m1 = Vector{{2.0, 2.0, 2.0, 2.0}}.asDiagonal();
  EXPECT_FALSE(at(m0, m1, 1).attainable);
  EXPECT_NEAR(at(m0, m1, 1).smallest_gap, 2, 1e-12);
  EXPECT_TRUE(at(m0, m1, 2).attainable);
  EXPECT_TRUE(at(m0, m1, 3).attainable);
  EXPECT_EQ(at(m0, m1, 1).smallest_dimension, 2);
  EXPECT_EQ(at(m0, m1, 3).smallest_dimension, 2);
}

TEST(EqualErrorTest, OnceAttainableItStaysSoWithMoreDimensions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Matrix m0 = 1.5 * random_moment(7, 50 + 2 * seed), m1 = random_moment(7, 51 + 2 * seed);
    bool before = false;
    for (Index d = 1; d < 7; ++d) {
      const bool now = at(m0, m1, d).attainable;
      EXPECT_TRUE(now || !before);
      before = now;
    }
  }
}

TEST(EqualErrorTest, NoDimensionServesWhenOneGroupAlwaysVariesMore) {
  const Matrix m1 = random_moment(5, 3), m0 = m1 + 0.1 * Matrix::Identity(5, 5);
  const EqualError result = at(m0, m1, 2);
  EXPECT_FALSE(result.attainable);
  EXPECT_FALSE(result.smallest_dimension.has_value());
  EXPECT_NEAR(result.smallest_gap, 0.3, 1e-12);
  EXPECT_NEAR(at(m1, m0, 2).smallest_gap, 0.3, 1e-12);
}

TEST(EqualErrorTest, EqualMomentsHaveEqualErrorsEverywhere) {
  const Matrix m = random_moment(5, 4);
  EXPECT_TRUE(at(m, m, 1).attainable);
  EXPECT_EQ(at(m, m, 3).smallest_dimension, 1);
}

TEST(EqualErrorTest, WrongDimensionsAndShapesAreRejected) {
  const Matrix m = Matrix::Identity(4, 4), small = Matrix::Identity(3, 3);
  for (const Index d : {0, 4}) {
    EXPECT_EQ(rejection_of([&] { at(m, m, d); }).code(), "dimensions-out-of-range");
  }
  const Message shapes = rejection_of([&] { at(m, small, 1); });
  EXPECT_EQ(shapes.code(), "equal-error-shapes");
  EXPECT_EQ(shapes.argument("rows"), "4");
  EXPECT_EQ(shapes.argument("other_rows"), "3");
}

}  // namespace equal_error_test
}  // namespace fairpca
