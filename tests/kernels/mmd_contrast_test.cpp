// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/mmd_contrast.h"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/kernel_oracle.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mmd_test {

double kernel(const RowMatrix& z, Index i, Index j, double bandwidth) {
  return std::exp(-(z.row(i) - z.row(j)).squaredNorm() / (2 * bandwidth * bandwidth));
}

const Vector kFirst = Vector::Unit(2, 0), kSecond = Vector::Unit(2, 1);

double mmd2(const CellRows& cells, const RowMatrix& z, MmdEstimator estimator) {
  const auto sums = make_kernel_sums(cells, {.bandwidth = 1.0, .method = KernelMethod::kTiled});
  return mmd_contrast(cells, kFirst, kSecond, estimator).value(sums->gram_sums(z, false));
}

TEST(MmdTest, BothEstimatesFollowTheirDefinitions) {
  const Index m = 17, n = 23;
  const RowMatrix z = normal_points(m + n, 3, 4);
  double within_first = 0, within_second = 0, across = 0;
  for (Index i = 0; i < m + n; ++i) {
    for (Index j = 0; j < m + n; ++j) {
      if (i == j) continue;
      (i < m && j < m     ? within_first
       : i >= m && j >= m ? within_second
                          : across) += kernel(z, i, j, 1);
    }
  }
  const double dm = m, dn = n;
  const CellRows cells = CellRows::uniform({m, n});
  const double unbiased =
      within_first / (dm * (dm - 1)) + within_second / (dn * (dn - 1)) - across / (dm * dn);
  EXPECT_NEAR(mmd2(cells, z, MmdEstimator::kUnbiased), unbiased, 1e-14);
  const double biased =
      (within_first + dm) / (dm * dm) + (within_second + dn) / (dn * dn) - across / (dm * dn);
  EXPECT_NEAR(mmd2(cells, z, MmdEstimator::kBiased), biased, 1e-14);
}

TEST(MmdTest, AGroupOfSeveralCellsIsTheGroupOfTheirRows) {
  const RowMatrix z = normal_points(60, 2, 4);
  const CellRows three = CellRows::uniform({10, 30, 20});
  const CellRows two = CellRows::uniform({40, 20});
  const Vector first = Eigen::Vector3d(0.25, 0.75, 0), second = Eigen::Vector3d(0, 0, 1);
  const auto sums = make_kernel_sums(three, {.bandwidth = 1.0, .method = KernelMethod::kTiled});
  for (const MmdEstimator estimator : {MmdEstimator::kBiased, MmdEstimator::kUnbiased}) {
    const MmdContrast contrast = mmd_contrast(three, first, second, estimator);
    EXPECT_NEAR(contrast.value(sums->gram_sums(z, false)), mmd2(two, z, estimator), 1e-14);
  }
}

TEST(MmdTest, TheBiasedEstimateHasAFloorThatTheUnbiasedOneHasNot) {
  // Equal distributions: E biased = (1/m + 1/n)(1 - E k), E unbiased = 0.
  double biased = 0, unbiased = 0, mean_kernel = 0;
  const int repeats = 60;
  const CellRows cells = CellRows::uniform({40, 60});
  for (int r = 0; r < repeats; ++r) {
    const RowMatrix z = normal_points(100, 2, static_cast<unsigned>(100 + r));
    biased += mmd2(cells, z, MmdEstimator::kBiased) / repeats;
    unbiased += mmd2(cells, z, MmdEstimator::kUnbiased) / repeats;
    mean_kernel += kernel(z, 0, 1, 1) / repeats;
  }
  const double floor = (1.0 / 40 + 1.0 / 60) * (1 - mean_kernel);
  EXPECT_NEAR(biased, floor, 0.15 * floor);
  EXPECT_NEAR(unbiased, 0, 0.1 * floor);
}

TEST(MmdTest, RejectsTheUnbiasedEstimateOfOneRow) {
  const CellRows cells = CellRows::uniform({1, 9});
  const Message message =
      rejection_of([&] { mmd_contrast(cells, kFirst, kSecond, MmdEstimator::kUnbiased); });
  EXPECT_EQ(message.code(), "unbiased-mmd-of-one-row");
  EXPECT_NO_THROW(mmd_contrast(cells, kFirst, kSecond, MmdEstimator::kBiased));
}

}  // namespace mmd_test
}  // namespace fairpca
