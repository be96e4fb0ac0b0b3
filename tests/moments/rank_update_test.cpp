// SPDX-License-Identifier: BSD-3-Clause
#include "moments/rank_update.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "moments/random_rows.h"
#include "moments/rank_update_tile.h"

namespace fairpca {
namespace rank_update_test {

// The shapes of the newer instruction sets, compiled for any processor.
namespace shape_of_avx2 {
#define TILE_TARGET
#define TILE_LANES 4
#define TILE_VECTORS 3
#define TILE_COLUMNS 4
#include "moments/rank_update_tile.inc"
}  // namespace shape_of_avx2

namespace shape_of_avx512 {
#define TILE_TARGET
#define TILE_LANES 8
#define TILE_VECTORS 3
#define TILE_COLUMNS 8
#include "moments/rank_update_tile.inc"
}  // namespace shape_of_avx512

std::vector<const TileKernel*> all_kernels() {
  std::vector<const TileKernel*> kernels = supported_tile_kernels();
  kernels.push_back(&shape_of_avx2::kKernel);
  kernels.push_back(&shape_of_avx512::kKernel);
  return kernels;
}

constexpr double kUntouched = 12345.0;

/// `start` plus the squares, entry by entry, below the diagonal; kUntouched above it.
Matrix squares_by_loops(const RowMatrix& rows, double start) {
  Matrix result = Matrix::Constant(rows.cols(), rows.cols(), kUntouched);
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index i = j; i < rows.cols(); ++i) {
      long double sum = start;
      for (Index k = 0; k < rows.rows(); ++k) {
        sum += static_cast<long double>(rows(k, i)) * rows(k, j);
      }
      result(i, j) = static_cast<double>(sum);
    }
  }
  return result;
}

Matrix start_matrix(Index p, double start) {
  Matrix matrix = Matrix::Constant(p, p, kUntouched);
  for (Index j = 0; j < p; ++j) matrix.col(j).tail(p - j).setConstant(start);
  return matrix;
}

void expect_squares(const Matrix& actual, const RowMatrix& rows, double start) {
  const Matrix expected = squares_by_loops(rows, start);
  const double unit = rows.squaredNorm() + 1;
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 1e-14 * unit);
  for (Index j = 1; j < rows.cols(); ++j) {
    for (Index i = 0; i < j; ++i) EXPECT_EQ(actual(i, j), kUntouched);
  }
}

/// Rows as a kernel wants them, with room for `spare` more; what it must not look at is no number.
struct Packed {
  std::vector<double> panels;
  PackedRows rows;

  Packed(const RowMatrix& from, Index panel, Index spare) {
    const Index capacity = from.rows() + spare, p = from.cols();
    const Index whole = (p + panel - 1) / panel * panel;
    panels.assign(static_cast<std::size_t>(whole * capacity),
                  std::numeric_limits<double>::quiet_NaN());
    for (Index k = 0; k < from.rows(); ++k) {
      const Index padded = std::min((p + kPadding - 1) / kPadding * kPadding, whole);
      for (Index j = 0; j < padded; ++j) {
        panels[(j - j % panel) * capacity + k * panel + j % panel] = j < p ? from(k, j) : 0.0;
      }
    }
    rows = {panels.data(), from.rows(), capacity, p};
  }
};

/// The lower triangle of a scatter matrix, block by block, each on its own.
Matrix squares_by_blocks(const TileKernel& kernel, const PackedRows& rows, double start) {
  Matrix scatter = start_matrix(rows.columns, start);
  for (const TileBlock& block : tile_blocks(rows.columns, kernel.panel)) {
    kernel.square(rows, block, scatter.data());
  }
  return scatter;
}

TEST(RankUpdateTest, EveryKernelAddsTheSquaresOfTheRowsBelowTheDiagonal) {
  for (const Index p : {1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 17, 24, 25, 31, 36, 100, 319}) {
    for (const Index n : {1, 2, 37, 128, 255, 511}) {
      if (p == 319 && n >= 255) continue;
      SCOPED_TRACE(testing::Message() << "p " << p << " n " << n);
      const RowMatrix rows = random_rows(n, p, static_cast<unsigned>(p * 1000 + n));
      for (const TileKernel* kernel : all_kernels()) {
        const Packed packed(rows, kernel->panel, /*spare=*/3);
        expect_squares(squares_by_blocks(*kernel, packed.rows, 3.0), rows, 3.0);
      }
    }
  }
}

TEST(RankUpdateTest, BlocksCutTheTriangleAtPanelsWithoutAChangeOfBits) {
  for (const Index p : {1, 143, 300, 500}) {
    SCOPED_TRACE(p);
    const RowMatrix rows = random_rows(40, p, 4);
    for (const TileKernel* kernel : all_kernels()) {
      const Packed packed(rows, kernel->panel, 0);
      Matrix whole = start_matrix(p, 1.0);
      kernel->square(packed.rows, {0, p, 0, p}, whole.data());
      EXPECT_EQ(squares_by_blocks(*kernel, packed.rows, 1.0), whole);
      expect_squares(whole, rows, 1.0);
    }
  }
}

TEST(RankUpdateTest, BlasAddsTheSquaresBelowTheDiagonal) {
  for (const Index p : {1, 5, 40, 1030}) {
    SCOPED_TRACE(p);
    const RowMatrix rows = random_rows(6, p, 2);
    Matrix scatter = start_matrix(p, 2.0);
    rank_update(rows.data(), 6, p, scatter.data());
    expect_squares(scatter, rows, 2.0);
  }
}

TEST(RankUpdateTest, NoRowsChangeNothing) {
  Matrix scatter = start_matrix(9, 1.0);
  rank_update(nullptr, 0, 9, scatter.data());
  EXPECT_EQ(scatter, start_matrix(9, 1.0));
}

TEST(RankUpdateTest, CutsCoverAllColumnsOnceInPartsOfSimilarWidth) {
  for (const std::ptrdiff_t p : {1L, 1023L, 1024L, 1764L, 5000L, 20000L}) {
    SCOPED_TRACE(p);
    const std::vector<std::ptrdiff_t> cuts = rank_update_cuts(p);
    EXPECT_EQ(cuts.front(), 0);
    EXPECT_EQ(cuts.back(), p);
    EXPECT_EQ(cuts.size() > 2, p >= kWideColumns);
    const auto width = p / (std::ssize(cuts) - 1);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      EXPECT_LE(std::abs(cuts[i + 1] - cuts[i] - width), 8);
    }
  }
}

}  // namespace rank_update_test
}  // namespace fairpca
