// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/mmd_fair_pca.h"

namespace fairpca {

/// Rows of the first sample, by which many rows are searched.
constexpr Index kSampleRows = 4000;

/// What a search of MMD holds in memory, by its sizes; all > 0.
struct MmdSize {
  double rows = 0, columns = 0, dimensions = 0;
  double cells = 0;        ///< combinations of protected levels and labels
  double padded_rows = 0;  ///< as the tiles hold them, cell by cell
  double constraints = 0;  ///< pairs of groups, or attributes, times labels
  double terms = 0;        ///< kernel sums that the constraints name, all together
  bool tiled = false;      ///< whether tiles may sum them: a Fourier series has a limit of its own
  /// The rows twice, half as much for a sample of many rows, four numbers for each pair of cells,
  /// the constraints, and the sums of the tiles.
  double bytes() const;
};

MmdSize mmd_size(const FitInput& input, const MmdFairPcaOptions& options, Index d);

/// Throws InvalidArgument, with the number of groups, the memory and the way out, where that is
/// more than memory_limit().
void check_mmd_memory(const FitInput& input, const MmdFairPcaOptions& options, Index d);

}  // namespace fairpca
