// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "fairpca/moments/moments.h"

namespace fairpca {

/// Moments of rows that arrive in pieces: the bits of Moments::add() for all of them at once.
///
/// Moments squares narrow rows (below kTileKernelMaxColumns) slab by slab.  Rows that do not fill
/// a slab wait here, copied, for those of the next piece.
class PiecedMoments {
 public:
  explicit PiecedMoments(Index dim) : moments_(dim) {}

  /// As Moments::add().
  void add(RowsRef rows, std::span<const Index> selected, std::span<const double> weights);

  /// Adds the rows that still wait.
  Moments take() &&;

 private:
  Index waiting() const;
  void wait(RowsRef rows, std::span<const Index> selected, std::span<const double> weights);
  void add_waiting();

  Moments moments_;
  std::vector<double> rows_, weights_;  ///< that wait; weights are empty where all weigh 1
};

}  // namespace fairpca
