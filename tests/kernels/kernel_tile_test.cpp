// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_tile.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <gtest/gtest.h>

#include "kernels/exp2_polynomial.h"
#include "kernels/kernel_oracle.h"

namespace fairpca {
namespace kernel_tile_test {

// The shapes of the newer instruction sets, compiled for any processor.
struct NoTable {
  static constexpr int kSteps = 1;
};

namespace wide_double {
#define TILE_TARGET
#define TILE_SCALAR double
#define TILE_INTEGER std::int64_t
#define TILE_LANES 8
#define TILE_TABLE NoTable
#include "kernels/kernel_tile.inc"
}  // namespace wide_double

namespace wide_float {
#define TILE_TARGET
#define TILE_SCALAR float
#define TILE_INTEGER std::int32_t
#define TILE_LANES 16
#define TILE_TABLE NoTable
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
    row_points.resize(static_cast<std::size_t>(dims * kTilePadding));
    col_points.resize(static_cast<std::size_t>(dims * kTileCols));
    at.block = kTilePadding * dims;
    for (Index k = 0; k < dims; ++k) {
      for (Index i = 0; i < kTileRows; ++i) row_point(k, i) = static_cast<Scalar>(values(k, i));
      for (Index j = 0; j < kTileCols; ++j) {
        col_point(k, j) = static_cast<Scalar>(values(k, kTileRows + j));
      }
    }
    row_log.assign(kTileRows, Scalar(-1.25));
    col_log.assign(kTileCols, Scalar(0.5));
    row_log[3] = col_log[5] = kNoPoint<Scalar>;
    for (Index k = 0; k < dims; ++k) {
      row_point(k, 3) = 0;
      col_point(k, 5) = 0;
    }
    at = {row_points.data(),
          col_points.data(),
          row_log.data(),
          col_log.data(),
          at.block,
          rows,
          cols,
          coordinates,
          dims};
  }
  Scalar& row_point(Index k, Index i) {
    return row_points[static_cast<std::size_t>(k * kTilePadding + i)];
  }
  Scalar& col_point(Index k, Index j) {
    return col_points[static_cast<std::size_t>(j / kTilePadding * at.block + k * kTilePadding +
                                               j % kTilePadding)];
  }
  /// Points and log weights as they are where squared norms are taken off these.
  void move_near() {
    at.far = false;
    at.near = true;
    const auto root = static_cast<Scalar>(std::numbers::sqrt2);
    for (Scalar& z : row_points) z *= root;
    for (Scalar& z : col_points) z *= root;
    for (Index k = 0; k < at.coordinates; ++k) {
      for (Index i = 0; i < kTileRows; ++i) {
        row_log[static_cast<std::size_t>(i)] -= row_point(k, i) * row_point(k, i) / 2;
      }
      for (Index j = 0; j < kTileCols; ++j) {
        col_log[static_cast<std::size_t>(j)] -= col_point(k, j) * col_point(k, j) / 2;
      }
    }
  }
  double kernel(Index i, Index j) {
    if (i == 3 || j == 5 || j <= i + at.diagonal) return 0;
    long double squared = 0;
    for (Index k = 0; k < at.coordinates; ++k) {
      const long double difference =
          static_cast<long double>(row_point(k, i)) - static_cast<long double>(col_point(k, j));
      squared += difference * difference;
    }
    return static_cast<double>(std::exp2(-0.75L - (at.near ? squared / 2 : squared)));
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
  std::vector<double> totals(static_cast<std::size_t>(kTileRows));
  for (Index k = 0; k <= at.dims; ++k) {
    tile.add_lanes(row_sums.data() + k * kTileRows * tile.lanes, at.rows, totals.data());
    for (Index i = 0; i < at.rows; ++i) {
      double expected = 0;
      for (Index j = 0; j < at.cols; ++j) {
        expected +=
            sample.kernel(i, j) * (k == at.dims ? 1 : static_cast<double>(sample.col_point(k, j)));
      }
      EXPECT_NEAR(totals[static_cast<std::size_t>(i)], expected, 20 * tolerance)
          << "row " << i << " column " << k;
    }
    for (Index j = 0; j < at.cols; ++j) {
      double expected = 0.5;
      for (Index i = 0; i < at.rows; ++i) {
        expected +=
            sample.kernel(i, j) * (k == at.dims ? 1 : static_cast<double>(sample.row_point(k, i)));
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

/// Largest relative error of 2^t for t from `lowest` to 2.
template <class Scalar>
double power_error(const KernelTile<Scalar>& tile, bool far, double lowest) {
  double worst = 0;
  const std::vector<Scalar> points(kTileCols, Scalar(0));
  std::vector<Scalar> row_log(kTileRows), col_log(kTileCols, kNoPoint<Scalar>);
  col_log[0] = 0;
  for (double begin = lowest; begin < 2;) {
    for (Scalar& t : row_log) t = static_cast<Scalar>(begin += 0.00317);
    TilePoints<Scalar> at = {points.data(), points.data(), row_log.data(), col_log.data(),
                             kTilePadding,  kTileRows,     kTilePadding,   1};
    at.far = far;
    std::vector<Scalar> sums(static_cast<std::size_t>(kTileRows * tile.lanes));
    tile.multiply(at, {sums.data(), nullptr});
    for (Index i = 0; i < kTileRows; ++i) {
      const long double power =
          std::exp2(static_cast<long double>(row_log[static_cast<std::size_t>(i)]));
      const long double found = sums[static_cast<std::size_t>(i * tile.lanes)];
      worst = std::max(worst, static_cast<double>(std::abs(found / power - 1)));
    }
  }
  return worst;
}

TEST(KernelTileTest, PowersOfTwoAreExactToTwoUnitsInTheLastPlace) {
  for (const bool far : {false, true}) {
    for (const KernelTile<double>& tile : all_tiles<double>()) {
      EXPECT_LE(power_error(tile, far, -400), 4.5e-16) << tile.lanes;
    }
    for (const KernelTile<float>& tile : all_tiles<float>()) {
      EXPECT_LE(power_error(tile, far, -30), 2.4e-7) << tile.lanes;
    }
  }
}

TEST(KernelTileTest, ExponentsFarBelowGiveNothing) {
  for (const KernelTile<double>& tile : all_tiles<double>()) {
    const std::vector<double> points(kTileCols, 0.0);
    const std::vector<double> log(kTileCols, -1e30);
    const TilePoints<double> at = {points.data(), points.data(), log.data(),   log.data(),
                                   kTilePadding,  kTileRows,     kTilePadding, 1};
    std::vector<double> sums(static_cast<std::size_t>(kTileRows * tile.lanes));
    tile.multiply(at, {sums.data(), nullptr});
    EXPECT_EQ(sums, std::vector<double>(sums.size(), 0.0));
  }
}

}  // namespace kernel_tile_test
}  // namespace fairpca
