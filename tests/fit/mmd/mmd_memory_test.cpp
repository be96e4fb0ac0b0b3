// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_memory.h"

#include <gtest/gtest.h>

#include "fairpca/kernels/mmd_contrast.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace mmd_memory_test {

/// The size of a search over this number of groups of ten rows.
MmdSize size_of(Index groups, Index d, const MmdFairPcaOptions& options = {}) {
  const GroupedRows data =
      random_groups(std::vector<Index>(static_cast<std::size_t>(groups), 10), 5, 1);
  MatrixRows rows(data.table());
  const GroupMoments moments = accumulate_moments(rows);
  const PreparedMoments prepared = prepare(moments, form_groups(moments, {}), {});
  FitInput input;
  input.moments = &moments;
  input.prepared = &prepared;
  return mmd_size(input, options, d);
}

TEST(MmdMemoryTest, CountsRowsCellsAndPairs) {
  const MmdSize size = size_of(20, 2);
  EXPECT_EQ(size.rows, 200);
  EXPECT_EQ(size.columns, 5);
  EXPECT_EQ(size.cells, 20);
  EXPECT_EQ(size.padded_rows, 20 * 32);
  EXPECT_EQ(size.constraints, 190);
  EXPECT_EQ(size.terms, 3 * 190);  // g with g, h with h, g with h
}

TEST(MmdMemoryTest, GrowsWithThePairsOfGroups) {
  for (const Index d : {2, 4}) {
    const double some = size_of(50, d).bytes(), twice = size_of(100, d).bytes();
    EXPECT_LT(twice, 4.1 * some) << d;
    EXPECT_GT(twice, 2 * some) << d;
  }
}

TEST(MmdMemoryTest, CountsTilesWhereverTheyMayServe) {
  MmdFairPcaOptions series, tiled;
  series.kernel = KernelMethod::kFourier;
  tiled.kernel = KernelMethod::kTiled;
  EXPECT_EQ(size_of(40, 2).bytes(), size_of(40, 2, series).bytes());
  EXPECT_GT(size_of(40, 2, tiled).bytes(), 2 * size_of(40, 2).bytes());
  EXPECT_GT(size_of(40, 3).bytes(), 2 * size_of(40, 3, series).bytes());
  EXPECT_EQ(size_of(40, 3).bytes(), size_of(40, 3, tiled).bytes());
  EXPECT_EQ(size_of(40, 4).bytes(), size_of(40, 4, series).bytes());
}

TEST(MmdMemoryTest, AContrastHoldsOnlyTheCellsOfItsGroups) {
  const CellRows cells = CellRows::uniform(std::vector<Index>(300, 4));
  const Vector first = Vector::Unit(300, 7), second = Vector::Unit(300, 200);
  for (const MmdEstimator estimator : {MmdEstimator::kBiased, MmdEstimator::kUnbiased}) {
    const MmdContrast contrast = mmd_contrast(cells, first, second, estimator);
    EXPECT_EQ(contrast.terms.size(), 3U);
    Matrix dense = Matrix::Zero(300, 300);
    contrast.add_to(dense, 2);
    EXPECT_EQ(dense, dense.transpose());
    const Matrix between = Matrix::Random(300, 300);
    const Matrix symmetric = between + between.transpose();
    EXPECT_NEAR(contrast.value(symmetric),
                dense.cwiseProduct(symmetric).sum() / 2 + contrast.offset, 1e-12);
    EXPECT_NEAR(contrast.self_value(cells), (dense(7, 7) + dense(200, 200)) / 2 / 4, 1e-15);
  }
}

}  // namespace mmd_memory_test
}  // namespace fairpca
