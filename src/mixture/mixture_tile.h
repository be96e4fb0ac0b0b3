// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairpca {

/// Rows of a tile come in multiples of this, and so do the K(q + 1) numbers kept of each: one per
/// coordinate y_kj along a frame, then one per mean.
inline constexpr std::ptrdiff_t kTileLanes = 8;

/// The smallest multiple of kTileLanes that holds `count` numbers.
constexpr std::ptrdiff_t padded(std::ptrdiff_t count) {
  return (count + kTileLanes - 1) / kTileLanes * kTileLanes;
}

/// The densities of a mixture's components, as a tile needs them.
struct TileMixture {
  std::ptrdiff_t count = 0, q = 0;           ///< K and q
  std::ptrdiff_t width = 0;                  ///< padded(K(q + 1))
  const double* offsets = nullptr;           ///< width: frame_k'mean_k, then |mean_k|^2 / 2
  const double* inverse_variance = nullptr;  ///< K q
  const double* inverse_noise = nullptr;     ///< K
  const double* constants = nullptr;         ///< K: log_density_constants()
};

/// Rows under the mixture.
struct TileRows {
  std::ptrdiff_t n = 0;             ///< a multiple of kTileLanes
  const double* norms = nullptr;    ///< n: |x|^2
  const double* weights = nullptr;  ///< n: v
  /// n x width, row after row.  Read: frame_k'x, then mean_k'x.  Written: r y, then r.
  double* products = nullptr;
  double* largest = nullptr;  ///< n, written: max_k ln(weight_k N(x; k)) ...
  double* excess = nullptr;   ///< n, written: ... and sum_k exp of what each is above it
};

/// Sums over the rows of a tile, kept as kTileLanes partial sums each.
struct TileSums {
  double* factors = nullptr;  ///< width: of what is written to `products`
  double* squares = nullptr;  ///< K: of r |x - mean_k|^2
  double* scratch = nullptr;  ///< kTileLanes (width + 2 K) numbers
};

/// Deviations of n rows (RowDeviations): row i has those from starts[i] to starts[i + 1].
struct TileDeviations {
  std::ptrdiff_t n = 0;
  const std::int32_t* starts = nullptr;
  const std::int32_t* columns = nullptr;
  const double* values = nullptr;
};

/// The E-step of a tile of rows, for one set of instructions.
struct MixtureTile {
  /// Responsibilities: from products with the mixture to the factors of its sums.
  void (*weigh)(const TileMixture& mixture, const TileRows& rows, const TileSums& sums);
  /// products(i, :) = start + sum of values table(column, :) over the deviations of row i.
  void (*multiply)(const TileDeviations& rows, const double* table, const double* start,
                   std::ptrdiff_t width, double* products);
  /// totals(column, :) += value factors(i, :) for every deviation of every row.
  void (*add)(const TileDeviations& rows, const double* factors, std::ptrdiff_t width,
              double* totals);
};

/// Those this processor can run, fastest first; the last is for any processor.
std::vector<MixtureTile> supported_mixture_tiles();

/// The first of them.
const MixtureTile& best_mixture_tile();

}  // namespace fairpca
