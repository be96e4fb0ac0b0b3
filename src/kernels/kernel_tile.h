// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/exp2_polynomial.h"

namespace fairpca {

/// Rows are padded to a multiple of this, so that no register holds rows of two groups.
inline constexpr std::ptrdiff_t kTilePadding = 32;
/// Those of a tile that run down its side come in multiples of this.
inline constexpr std::ptrdiff_t kTileRowPadding = 4;
/// Largest tile of a kernel matrix: it and what it is multiplied by stay in the first-level cache.
inline constexpr std::ptrdiff_t kTileRows = 32, kTileCols = 64;

/// Points to compare: `coordinates` columns of them, `dims` of which the tile is multiplied by.
/// They come in blocks of kTilePadding points, column after column in each.
///
/// The tile is K(i, j) = 2^(row_log_weights_i + col_log_weights_j - |z_i - z_j|^2).
template <class Scalar>
struct TilePoints {
  const Scalar* row_points = nullptr;  ///< column k of point i at k * kTilePadding + i
  const Scalar* col_points = nullptr;  ///< the same, i % kTilePadding in block i / kTilePadding
  const Scalar* row_log_weights = nullptr;
  const Scalar* col_log_weights = nullptr;
  std::ptrdiff_t block = 0;           ///< numbers from one block to the next
  std::ptrdiff_t rows = 0, cols = 0;  ///< multiples of kTileRowPadding and kTilePadding
  std::ptrdiff_t coordinates = 0, dims = 0;
  /// False where no exponent is below kLowestExponent<Scalar>: a test for each pair is left out.
  bool far = true;
  /// True where points are sqrt(2) as long, the log weights hold -|z|^2 / 2 of these and none is
  /// far from 0, nor `far`: the exponent is then log weights + z_i'z_j.
  bool near = false;
  /// Only pairs with j > i + diagonal count; a tile off the diagonal has -kTileRows or less.
  std::ptrdiff_t diagonal = -kTileRows;
};

/// The products of a tile: `dims` columns, and one more for the sums of the tile itself.
template <class Scalar>
struct TileProducts {
  /// Adds sum_j K(i, j) z_j: column k of row i as partial sums in the `lanes` numbers from
  /// (k * kTileRows + i) * lanes on.
  Scalar* row_sums = nullptr;
  /// Adds sum_i K(i, j) z_i at k * kTileCols + j; null where they are not wanted.
  Scalar* col_sums = nullptr;
};

/// Log weight of padding: next to nothing beside the kernel of any row with itself.
template <class Scalar>
inline constexpr Scalar kNoPoint = kLowestExponent<Scalar> / 2;

template <class Scalar>
struct KernelTile {
  void (*multiply)(const TilePoints<Scalar>& points, const TileProducts<Scalar>& products);
  /// Adds up the lanes of each of `count` row sums.
  void (*add_lanes)(const Scalar* row_sums, std::ptrdiff_t count, double* sums);
  std::ptrdiff_t lanes;  ///< scalars in a register
};

/// Those this processor can run, fastest first; the last is for any processor.
template <class Scalar>
std::vector<KernelTile<Scalar>> supported_kernel_tiles();
template <>
std::vector<KernelTile<double>> supported_kernel_tiles<double>();
template <>
std::vector<KernelTile<float>> supported_kernel_tiles<float>();

}  // namespace fairpca
