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

/// Memory that is likely to be read next: it is fetched while tiles are multiplied.
struct MemoryAhead {
  static constexpr std::ptrdiff_t kLine = 64;
  const char* from = nullptr;
  std::ptrdiff_t bytes = 0;
};

/// Rows in panels of some columns: column j of row k is
/// panels[(j - j % panel) * capacity + k * panel + j % panel].
struct PackedRows {
  const double* panels = nullptr;
  std::ptrdiff_t n = 0, capacity = 0;  ///< rows there are, and that there is room for
  std::ptrdiff_t columns = 0;          ///< from there to the next multiple of kPadding: zeros
  MemoryAhead ahead = {};
};

/// The most columns that the kernels read at a time.
inline constexpr std::ptrdiff_t kPadding = 8;

/// Part of a scatter matrix; rows and columns start and end at panels.
struct TileBlock {
  std::ptrdiff_t first_row, last_row, first_column, last_column;
};

/// Squares packed rows with the instructions of some processors.
struct TileKernel {
  std::ptrdiff_t panel;  ///< columns in a panel
  /// Adds the squares of the rows to `scatter`, in the lower triangle of the block alone.  How the
  /// triangle is cut into blocks changes no bit.
  void (*square)(const PackedRows& rows, const TileBlock& block, double* scatter);
};

/// The fastest kernel this processor can run; null where only BLAS is left.
const TileKernel* best_tile_kernel();

/// All of them, fastest first.
std::vector<const TileKernel*> supported_tile_kernels();

/// Blocks that cover the lower triangle of p columns, the largest first.
std::vector<TileBlock> tile_blocks(std::ptrdiff_t p, std::ptrdiff_t panel);

/// Rows of narrow tables that are squared together: with a row of corrections, and packed, they
/// stay in the second-level cache.
inline constexpr std::ptrdiff_t kRowsPerSlab = 255;

/// Tables with fewer columns are narrow.
inline constexpr std::ptrdiff_t kNarrowColumns = 320;

/// From this many columns on the threads share the squaring of each block of rows.
inline constexpr std::ptrdiff_t kWideColumns = 1024;

}  // namespace fairpca
