// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/row_deviations.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "mixture/random_mixture.h"

namespace fairpca {
namespace row_deviations_test {

RowMatrix rows_again(const RowDeviations& deviations) {
  const auto n = static_cast<Index>(deviations.starts.size()) - 1;
  RowMatrix rows = deviations.base.transpose().replicate(n, 1);
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (std::int32_t d = deviations.starts[at]; d < deviations.starts[at + 1]; ++d) {
      const auto place = static_cast<std::size_t>(d);
      rows(i, deviations.columns[place]) += deviations.values[place];
    }
  }
  return rows;
}

TEST(RowDeviationsTest, BaseAndDeviationsAreTheRowsAgain) {
  const RowMatrix rows = one_hot_rows(500, 6, 61);
  const RowDeviations deviations = deviations_of(rows);
  ASSERT_FALSE(deviations.empty());
  EXPECT_LE((rows_again(deviations) - rows).cwiseAbs().maxCoeff(), 1e-15 * 10);
  for (Index i = 0; i < rows.rows(); ++i) {
    EXPECT_NEAR(deviations.norms[static_cast<std::size_t>(i)], rows.row(i).squaredNorm(), 1e-12);
  }
  // two columns of numbers, and one level of each category
  EXPECT_LE(deviations.values.size(), 500U * 8);
}

TEST(RowDeviationsTest, SortedRowsHaveTheBaseOfMostRows) {
  RowMatrix rows = RowMatrix::Zero(1000, 8);
  rows.topRows(100).setOnes();
  const RowDeviations deviations = deviations_of(rows);
  ASSERT_FALSE(deviations.empty());
  EXPECT_TRUE(deviations.base.isZero(0));
  EXPECT_EQ(deviations.values.size(), 800U);
}

TEST(RowDeviationsTest, RowsThatAgreeWithNoOtherHaveNone) {
  EXPECT_TRUE(deviations_of(random_matrix(300, 5, 71)).empty());
  EXPECT_TRUE(deviations_of(RowMatrix(0, 3)).empty());
  RowMatrix between = RowMatrix::Zero(640, 8);  // the sampled rows agree, the others do not
  for (Index i = 0; i < between.rows(); ++i) {
    if (i % 10 != 0) between.row(i).setConstant(static_cast<double>(i));
  }
  EXPECT_TRUE(deviations_of(between).empty());
}

TEST(RowDeviationsTest, RowsLeftOutHaveNone) {
  RowMatrix rows = RowMatrix::Zero(40, 6);
  rows.row(7).setOnes();
  rows(9, 3) = 2;
  const RowDeviations deviations = deviations_of(rows, {7});
  ASSERT_FALSE(deviations.empty());
  EXPECT_EQ(deviations.starts[7], deviations.starts[8]);
  EXPECT_EQ(deviations.columns, std::vector<std::int32_t>{3});
}

}  // namespace row_deviations_test
}  // namespace fairpca
