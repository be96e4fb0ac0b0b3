// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// How rows are divided into those trained on and those tested on.
struct SplitSettings {
  double test_fraction = 0.3;  ///< share of the rows that are tested on, in (0, 1)
  int folds = 0;               ///< > 0: cross-validation with so many folds, instead of a fraction
  std::string file = {};       ///< a table with a column per split, instead of both
  std::string by = {};         ///< rows with equal values of this column stay on one side
  int repeats = 1;
};

/// One division of the rows: part `test_part` of a repeat is tested on, its other parts trained on.
struct Split {
  Index repeat = 0;
  Index test_part = 1;
  bool operator==(const Split&) const = default;
};

/// Blocks of `length` rows of a stratum, of which `tested` are tested on; the shortest whose share
/// is within 0.0005 of the fraction: 3 of 10 for 0.3.
struct TestBlock {
  Index length = 10, tested = 3;
};
TestBlock test_block(double fraction);

/// Which splits there are: each repeat assigns every row to one of `parts` parts.
///
/// Cross-validation has a part per fold, and a split for each.  Otherwise part 0 is trained on and
/// part 1 tested on.
struct SplitPlan {
  SplitSettings settings;
  Index repeats = 1, parts = 2;
  Index inner_folds = 1;  ///< > 1: each part is divided into so many, for tuning
  std::uint64_t seed = 0;
  std::vector<Split> splits = {};

  /// Part and inner fold in one number, below codes().
  Index code(Index part, Index inner) const { return part * inner_folds + inner; }
  Index codes() const { return parts * inner_folds; }
  Index part_of(Index code) const { return code / inner_folds; }
  Index inner_of(Index code) const { return code % inner_folds; }
  bool trains_on(const Split& split, Index code) const { return part_of(code) != split.test_part; }
};

/// A row's part and inner fold (SplitPlan::code), or that it is in none.
using PartCode = std::uint16_t;
inline constexpr PartCode kNoPart = 0xFFFF;

/// The plan for these settings; `columns` of the splits file, where there is one.  Throws
/// InvalidArgument for more codes than PartCode has.
SplitPlan plan_splits(const SplitSettings& settings, std::uint64_t seed, Index inner_folds,
                      Index columns = 0);

/// What decides on the part of a row, besides the rows of its stratum before it.
struct RowIdentity {
  std::uint64_t stratum = 0;  ///< hash of its groups and label, or of the split-by value
  std::span<const signed char> given = {};  ///< of a splits file: part per repeat, -1: none
};

/// Assigns rows to parts, in the order of the rows (contract: Splits).
///
/// Rows of a stratum are taken in blocks; a permutation drawn by a hash of seed, repeat, stratum
/// and block deals the block's positions out.  What a row gets depends on the rows before it alone.
class PartAssigner {
 public:
  explicit PartAssigner(const SplitPlan& plan) : plan_(plan) {}

  /// The code of the next row in each repeat.
  std::vector<PartCode> next(const RowIdentity& row);

 private:
  struct Dealer {
    std::uint64_t dealt = 0;
    std::vector<std::uint16_t> order;  ///< of the block being dealt
  };
  Index deal(std::uint64_t key, Index length);
  Index part_of(const RowIdentity& row, Index repeat);
  Index inner_of(const RowIdentity& row, Index repeat, Index part);

  const SplitPlan& plan_;
  std::unordered_map<std::uint64_t, Dealer> dealers_;
};

}  // namespace fairpca
