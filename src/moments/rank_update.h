// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace fairpca {

/// Adds rows' rows to the lower triangle of `scatter`, by BLAS.
///
/// `rows` is row-major n x p without gaps, `scatter` column-major p x p; above the diagonal it is
/// neither read nor written.  Costs n p (p + 1) flops.
void rank_update(const double* rows, std::ptrdiff_t n, std::ptrdiff_t p, double* scatter);

/// The part of rank_update that falls into columns [first, last) of `scatter`.
void rank_update_columns(const double* rows, std::ptrdiff_t n, std::ptrdiff_t p,
                         std::ptrdiff_t first, std::ptrdiff_t last, double* scatter);

/// Cuts 0 = c_0 < c_1 < ... = p of the columns into parts of about equal width for
/// rank_update_columns.  They depend on p alone, so any number of threads gives the same bits.
std::vector<std::ptrdiff_t> rank_update_cuts(std::ptrdiff_t p);

/// Most rows a tile kernel squares in one call: packed, they stay in the second-level cache.
inline constexpr std::ptrdiff_t kSlabRows = 256;

/// Rows that are squared together: leaves room for a row of corrections.
inline constexpr std::ptrdiff_t kRowsPerSlab = kSlabRows - 1;

/// Up to kSlabRows rows that are centred while they are squared: row k is rows[k] - centre, times
/// roots[k].
struct DifferenceRows {
  const double* rows = nullptr;  ///< row-major, no gaps
  std::ptrdiff_t n = 0, p = 0;
  const double* centre = nullptr;  ///< p numbers
  const double* roots = nullptr;   ///< n factors; null: all 1
  const double* last = nullptr;    ///< one more row, squared as it is, or null
};

/// A kernel for narrow tables (p < kTileKernelMaxColumns): adds the squares of the rows to the
/// lower triangle of `scatter`.
using TileKernel = void (*)(const DifferenceRows& rows, double* scatter);

/// The fastest kernel this processor can run; null where only BLAS is left.
TileKernel best_tile_kernel();

/// All of them, fastest first.
std::vector<TileKernel> supported_tile_kernels();

/// Narrower tables go to a tile kernel, wider ones to BLAS.
inline constexpr std::ptrdiff_t kTileKernelMaxColumns = 320;

/// From this many columns on rank_update_cuts() makes more than one part.
inline constexpr std::ptrdiff_t kWideColumns = 1024;

}  // namespace fairpca
