// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_tile.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "kernels/exp2_polynomial.h"
#include "kernels/kernel_oracle.h"

namespace fairpca {
namespace kernel_tile_test {

// The shapes of the newer instruction sets, compiled for any processor.
namespace wide_double {
#define TILE_TARGET
#define TILE_SCALAR double
#define TILE_INTEGER std::int64_t
#define TILE_LANES 8
#include "kernels/kernel_tile.inc"
}  // namespace wide_double

namespace wide_float {
#define TILE_TARGET
#define TILE_SCALAR float
#define TILE_INTEGER std::int32_t
#define TILE_LANES 16
#include "kernels/kernel_tile.inc"
}  // namespace wide_float

template <class Scalar>
std::vector<KernelTile<Scalar>> all_tiles() {
  std::vector<KernelTile<Scalar>> tiles = supported_kernel_tiles<Scalar>();
  if constexpr (sizeof(Scalar) == 8) {
    tiles.push_back(wide_double::kTile);
  } else {
    tiles.push_back(wide_float::kTile);
  }
  return tiles;
}

template <class Scalar>
struct Sample {
  Sample(Index coordinates, Index dims, Index rows, Index cols, unsigned seed) {
    const RowMatrix values = normal_points(dims, kTileRows + kTileCols, seed);
    row_points.resize(static_cast<std::size_t>(dims * kTileRows));
    col_points.resize(static_cast<std::size_t>(dims * kTileCols));
    for (Index k = 0; k < dims; ++k) {
      for (Index i = 0; i < kTileRows; ++i) {
        row_points[static_cast<std::size_t>(k * kTileRows + i)] = static_cast<Scalar>(values(k, i));
      }
      for (Index j = 0; j < kTileCols; ++j) {
        col_points[static_cast<std::size_t>(k * kTileCols + j)] =
            static_cast<Scalar>(values(k, kTileRows + j));
      }
    }
    row_log.assign(kTileRows, Scalar(-1.25));
    col_log.assign(kTileCols, Scalar(0.5));
    row_log[3] = col_log[5] = kNoPoint<Scalar>;
    for (Index k = 0; k < dims; ++k) {
      row_points[static_cast<std::size_t>(k * kTileRows + 3)] = 0;
      col_points[static_cast<std::size_t>(k * kTileCols + 5)] = 0;
    }
    at = {row_points.data(),
          col_points.data(),
          row_log.data(),
          col_log.data(),
          kTileRows,
          kTileCols,
          rows,
          cols,
          coordinates,
          dims};
  }
  /// Log weights as they are where squared norms are taken off them.
  void move_near() {
    at.far = false;
    at.near = true;
    for (Index k = 0; k < at.coordinates; ++k) {
      for (Index i = 0; i < kTileRows; ++i) {
        const Scalar z = row_points[static_cast<std::size_t>(k * kTileRows + i)];
        row_log[static_cast<std::size_t>(i)] -= z * z;
      }
      for (Index j = 0; j < kTileCols; ++j) {
        const Scalar z = col_points[static_cast<std::size_t>(k * kTileCols + j)];
        col_log[static_cast<std::size_t>(j)] -= z * z;
      }
    }
  }
  double kernel(Index i, Index j) const {
    if (i == 3 || j == 5 || j <= i + at.diagonal) return 0;
    long double squared = 0;
    for (Index k = 0; k < at.coordinates; ++k) {
      const long double difference =
          static_cast<long double>(row_points[static_cast<std::size_t>(k * kTileRows + i)]) -
          static_cast<long double>(col_points[static_cast<std::size_t>(k * kTileCols + j)]);
      squared += difference * difference;
    }
    return static_cast<double>(std::exp2(-0.75L - squared));
  }

  std::vector<Scalar> row_points, col_points, row_log, col_log;
  TilePoints<Scalar> at;
};

template <class Scalar>
void expect_products(Sample<Scalar>& sample, KernelTile<Scalar> tile, double tolerance) {
  const TilePoints<Scalar>& at = sample.at;
  std::vector<Scalar> row_sums(static_cast<std::size_t>((at.dims + 1) * kTileRows * tile.lanes));
  std::vector<Scalar> col_sums(static_cast<std::size_t>((at.dims + 1) * kTileCols), Scalar(0.5));
  tile.multiply(at, {row_sums.data(), col_sums.data()});
  const auto point = [&](const std::vector<Scalar>& points, Index k, Index index) {
    return k == at.dims ? 1.0 : static_cast<double>(points[static_cast<std::size_t>(index)]);
  };
  for (Index k = 0; k <= at.dims; ++k) {
    for (Index i = 0; i < at.rows; ++i) {
      double expected = 0, found = 0;
      for (Index j = 0; j < at.cols; ++j) {
        expected += sample.kernel(i, j) * point(sample.col_points, k, k * kTileCols + j);
      }
      for (Index lane = 0; lane < tile.lanes; ++lane) {
        found += static_cast<double>(
            row_sums[static_cast<std::size_t>((k * kTileRows + i) * tile.lanes + lane)]);
      }
      EXPECT_NEAR(found, expected, 20 * tolerance) << "row " << i << " column " << k;
    }
    for (Index j = 0; j < at.cols; ++j) {
      double expected = 0.5;
      for (Index i = 0; i < at.rows; ++i) {
        expected += sample.kernel(i, j) * point(sample.row_points, k, k * kTileRows + i);
      }
      EXPECT_NEAR(static_cast<double>(col_sums[static_cast<std::size_t>(k * kTileCols + j)]),
                  expected, 20 * tolerance)
          << "column " << j << " column of points " << k;
    }
  }
}

template <class Scalar>
void test_all(double tolerance) {
  for (const KernelTile<Scalar> tile : all_tiles<Scalar>()) {
    for (const Index dims : {1, 2, 3, 4, 5, 6, 8, 11}) {
      for (const Index diagonal : {Index{-kTileRows}, Index{0}, Index{-5}}) {
        SCOPED_TRACE(dims);
        SCOPED_TRACE(diagonal);
        Sample<Scalar> sample(std::max(Index{1}, dims - 1), dims, kTileRows,
                              dims == 4 ? 32 : kTileCols, static_cast<unsigned>(dims));
        sample.at.diagonal = diagonal;
        expect_products(sample, tile, tolerance);
        sample.at.far = false;
        expect_products(sample, tile, tolerance);
        sample.move_near();
        expect_products(sample, tile, 4 * tolerance);
      }
    }
  }
}

TEST(KernelTileTest, EveryInstructionSetGivesTheSumsOfTheDefinition) {
  test_all<double>(1e-14);
}

TEST(KernelTileTest, SinglePrecisionGivesThemToSinglePrecision) {
  test_all<float>(3e-6);
}

TEST(KernelTileTest, PowersOfTwoAreExactToTwoUnitsInTheLastPlace) {
  for (const KernelTile<double> tile : all_tiles<double>()) {
    for (double x = 0; x < 31; x += 0.0173) {
      std::vector<double> row(kTileRows, x), col(kTileCols, 0.0), log(kTileCols, -1e30);
      log[0] = 0;
      const TilePoints<double> at = {row.data(), col.data(), log.data(),   log.data(), kTileRows,
                                     kTileCols,  kTileRows,  kTilePadding, 1,          0};
      const double expected = static_cast<double>(std::exp2(-static_cast<long double>(x) * x));
      // The square is rounded before the power is taken, which magnifies by its size.
      std::vector<double> sums(static_cast<std::size_t>(kTileRows * tile.lanes));
      tile.multiply(at, {sums.data(), nullptr});
      EXPECT_NEAR(sums[0], expected, (5e-16 + 1.2e-16 * x * x) * expected) << x;
    }
  }
}

}  // namespace kernel_tile_test
}  // namespace fairpca
