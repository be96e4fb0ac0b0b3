// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

/// Where the columns of one table stand in another, found by name.
struct Alignment {
  std::vector<Index> position;              ///< of each encoded column; empty: all in place
  std::vector<std::size_t> protected_from;  ///< for each protected column, where the other has it

  /// The cell's key with the levels in the order of the target's protected columns.
  CellKey key(const CellKey& other) const;
};

/// Where each column of `from` stands in `to`, which has all of them; empty when none moves.
std::vector<Index> positions_in(const Encoding& to, const Encoding& from);

/// For each of `to` its place in `from`.  Throws InvalidArgument unless both have the same names.
std::vector<std::size_t> match_protected(const std::vector<std::string>& to,
                                         const std::vector<std::string>& from);

}  // namespace fairpca
