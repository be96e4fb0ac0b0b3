// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/subspace_matrices.h"

#include <gtest/gtest.h>

#include "spectral/random_symmetric.h"

namespace fairpca {
namespace subspace_matrices_test {

TEST(SubspaceMatricesTest, WhatAFrameOfTheSubspaceCapturesItsLiftCaptures) {
  const Matrix a0 = random_symmetric(20, 1), a1 = random_symmetric(20, 2);
  SubspaceMatrices subspace(a0, a1);
  subspace.add(random_matrix(20, 3, 3));
  subspace.add(random_matrix(20, 4, 4));
  ASSERT_EQ(subspace.dimension(), 7);
  const Matrix& basis = subspace.basis();
  EXPECT_LT((basis.transpose() * basis - Matrix::Identity(7, 7)).norm(), 1e-13);
  EXPECT_LT((basis.transpose() * a0 * basis - subspace.a0()).norm(), 1e-13);
  EXPECT_LT((basis.transpose() * a1 * basis - subspace.a1()).norm(), 1e-13);
}

TEST(SubspaceMatricesTest, KnownAndRepeatedDirectionsAddNothing) {
  const Matrix a0 = random_symmetric(10, 5), a1 = random_symmetric(10, 6);
  const Matrix x = random_matrix(10, 3, 7);
  SubspaceMatrices subspace(a0, a1);
  subspace.add(x);
  subspace.add(x * random_matrix(3, 3, 8));
  EXPECT_EQ(subspace.dimension(), 3);
}

TEST(SubspaceMatricesTest, NearlyKnownDirectionsStayOrthogonal) {
  const Matrix a = random_symmetric(30, 9);
  const Matrix x = random_matrix(30, 4, 10);
  SubspaceMatrices subspace(a, a);
  subspace.add(x);
  subspace.add(x + 1e-6 * random_matrix(30, 4, 11));
  const Index k = subspace.dimension();
  EXPECT_EQ(k, 8);
  const Matrix& basis = subspace.basis();
  EXPECT_LT((basis.transpose() * basis - Matrix::Identity(k, k)).norm(), 1e-13);
}

TEST(SubspaceMatricesTest, TheWholeSpaceIsTheMost) {
  const Matrix a = random_symmetric(5, 12);
  SubspaceMatrices subspace(a, a);
  subspace.add(random_matrix(5, 4, 13));
  subspace.add(random_matrix(5, 4, 14));
  EXPECT_EQ(subspace.dimension(), 5);
}

TEST(SubspaceMatricesTest, ImagesOfAFrameAreThoseOfTheCombinationWhateverItsUnit) {
  const Matrix a0 = random_symmetric(20, 15), a1 = random_symmetric(20, 16);
  const Matrix x = random_matrix(20, 3, 17), inner = random_matrix(3, 2, 18);
  for (const double unit : {1e-90, 1.0, 1e90}) {
    SCOPED_TRACE(unit);
    const Matrix scaled0 = unit * a0, scaled1 = unit * a1;
    SubspaceMatrices subspace(scaled0, scaled1);
    subspace.add(x);
    const Matrix frame = subspace.basis() * inner;
    subspace.add_images(0.6, 0.8, inner);
    ASSERT_EQ(subspace.dimension(), 5);
    const Matrix images = 0.6 * a0 * frame + 0.8 * a1 * frame;
    const Matrix& basis = subspace.basis();
    EXPECT_LT((images - basis * (basis.transpose() * images)).norm(), 1e-13 * images.norm());
  }
}

TEST(SubspaceMatricesTest, ImagesOfAnInvariantSubspaceAddNothing) {
  const Matrix zero = Matrix::Zero(6, 6), identity = Matrix::Identity(6, 6);
  for (const Matrix* matrix : {&zero, &identity}) {
    SubspaceMatrices subspace(*matrix, *matrix);
    subspace.add(random_matrix(6, 2, 19));
    subspace.add_images(1, 0, Matrix::Identity(2, 2));
    EXPECT_EQ(subspace.dimension(), 2);
  }
}

}  // namespace subspace_matrices_test
}  // namespace fairpca
