// SPDX-License-Identifier: BSD-3-Clause
#include "moments/centred_rows.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "moments/random_rows.h"
#include "moments/rank_update.h"

namespace fairpca {
namespace centred_rows_test {

/// All this processor can run, and BLAS.
std::vector<const TileKernel*> all_kernels() {
  std::vector<const TileKernel*> kernels = supported_tile_kernels();
  kernels.push_back(nullptr);
  return kernels;
}

Moments moments_by(const TileKernel* kernel, const RowMatrix& rows,
                   const std::vector<double>& weights, int threads = 1) {
  CentredRows centred(kernel);
  Moments moments(rows.cols());
  const Index cut = rows.rows() / 3;
  for (const auto& [first, last] : {std::pair(Index{0}, cut), std::pair(cut, rows.rows())}) {
    std::vector<Index> selected;
    for (Index i = first; i < last; ++i) selected.push_back(i);
    centred.add({.rows = rows, .selected = selected, .all = false, .weights = weights}, moments,
                threads);
  }
  return moments;
}

TEST(CentredRowsTest, EveryKernelAndBlasGiveTheTextbookMoments) {
  for (const Index p : {1, 5, 100, 330, 500}) {
    SCOPED_TRACE(p);
    const Index n = p < 300 ? 1400 : 700;
    const RowMatrix rows = random_rows(n, p, 1);
    std::vector<double> weights = random_weights(n, 2);
    weights[3] = weights[n - 1] = 0;
    // Of wide tables the last columns, beside the edge of a panel, say enough.
    const Index few = std::min<Index>(p, 30);
    const TextbookMoments expected(RowMatrix(rows.rightCols(few)), weights);
    for (const TileKernel* kernel : all_kernels()) {
      const Moments moments = moments_by(kernel, rows, weights);
      EXPECT_NEAR(moments.weight(), expected.weight, 1e-12 * expected.weight);
      EXPECT_LE((moments.mean().tail(few) - expected.mean).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LE(
          relative_difference(moments.scatter().bottomRightCorner(few, few), expected.scatter),
          1e-12);
    }
  }
}

TEST(CentredRowsTest, AnyNumberOfThreadsGivesTheSameBitsByEveryKernel) {
  const RowMatrix rows = random_rows(700, 530, 3);
  for (const TileKernel* kernel : all_kernels()) {
    const Moments one = moments_by(kernel, rows, {});
    for (const int threads : {2, 3, 7}) {
      expect_same_bits(moments_by(kernel, rows, {}, threads), one);
    }
  }
}

TEST(CentredRowsTest, OneBufferServesTablesOfDifferentWidths) {
  for (const TileKernel* kernel : all_kernels()) {
    CentredRows shared(kernel);
    for (const Index p : {40, 350, 3, 40}) {
      SCOPED_TRACE(p);
      const RowMatrix rows = random_rows(300, p, 4);
      Moments moments(p), alone(p);
      shared.add({.rows = rows, .selected = {}, .all = true, .weights = {}}, moments, 1);
      CentredRows(kernel).add({.rows = rows, .selected = {}, .all = true, .weights = {}}, alone, 1);
      expect_same_bits(moments, alone);
    }
  }
}

TEST(CentredRowsTest, RowsWithoutColumnsAreCounted) {
  const RowMatrix rows(300, 0);
  for (const TileKernel* kernel : all_kernels()) {
    Moments moments(0);
    CentredRows(kernel).add({.rows = rows, .selected = {}, .all = true, .weights = {}}, moments, 1);
    EXPECT_EQ(moments.count(), 300);
    EXPECT_EQ(moments.weight(), 300);
  }
}

TEST(CentredRowsTest, EveryKernelAndBlasRejectNumbersThatAreNotFinite) {
  for (const Index p : {40, 350}) {
    for (const TileKernel* kernel : all_kernels()) {
      RowMatrix rows = random_rows(300, p, 5);
      rows(200, p - 1) = std::numeric_limits<double>::quiet_NaN();
      Moments moments(p);
      EXPECT_THROW(CentredRows(kernel).add(
                       {.rows = rows, .selected = {}, .all = true, .weights = {}}, moments, 1),
                   InvalidArgument);
      EXPECT_EQ(moments.count(), 0);
    }
  }
}

}  // namespace centred_rows_test
}  // namespace fairpca
