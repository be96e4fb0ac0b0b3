// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "fairpca/moments/moments.h"
#include "moments/centred_rows.h"

namespace fairpca {

/// Moments of rows that arrive in pieces: the bits of Moments::add() for all of them at once.
///
/// Moments squares narrow rows (below kNarrowColumns) slab by slab.  Rows that do not fill
/// a slab wait here, copied, for those of the next piece.
class PiecedMoments {
 public:
  /// `by` lends its buffers, which moments of one thread may share.
  PiecedMoments(Index dim, CentredRows& by) : moments_(dim), by_(&by) {}

  /// As Moments::add().
  void add(RowsRef rows, std::span<const Index> selected, std::span<const double> weights);

  /// Adds the rows that still wait.
  Moments take() &&;

 private:
  Index waiting() const;
  void wait(RowsRef rows, std::span<const Index> selected, std::span<const double> weights);
  void add_waiting();

  Moments moments_;
  CentredRows* by_;
  std::vector<double> rows_, weights_;  ///< that wait; weights are empty where all weigh 1
};

}  // namespace fairpca
