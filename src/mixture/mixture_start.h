// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/mixture/mixture_choices.h"
#include "mixture/mixture_em.h"

namespace fairpca {

struct StartOptions {
  Index components = 1;         ///< K
  Index latent_dimensions = 1;  ///< q
  StartKind kind = StartKind::kClusters;
  std::uint64_t seed = 0;
  std::uint32_t number = 0;  ///< of the restart; each draws its own numbers
};

/// Rows for starts: all of them, or about kStartRows (`wanted`) drawn by a hash of (seed, row
/// number), with their v_i, sorted by their numbers.  Missing cells are 0, the mean.
struct StartRows {
  static constexpr Index kStartRows = 10000;
  /// For this number of components.
  static constexpr Index wanted(Index components) {
    return components > kStartRows / 2 ? 2 * components : kStartRows;
  }
  RowMatrix rows;
  Vector weights;
};
StartRows draw_start_rows(PreparedRows& rows, const Vector& cell_weights, Index expected_rows,
                          std::uint64_t seed, Index wanted = StartRows::kStartRows);

/// Sorted by their numbers, whatever order they come in.
StartRows sorted_start_rows(const StartRows& from);

/// A mixture to start from.  Same rows (in any order, for kClusters also repeated instead of
/// weighted) and seed, same mixture.  Every component has weight > 0.
/// Throws InvalidArgument when there are fewer rows (of positive weight) than components.
PpcaMixture start_mixture(const StartRows& from, const StartOptions& options, const EmOptions& em,
                          SpectralSolver& spectral);

}  // namespace fairpca
