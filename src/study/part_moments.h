// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/moments/group_moments.h"
#include "study/splits.h"

namespace fairpca {

/// Rows of one repeat by their part and inner fold.
struct CodeSet {
  Index repeat = 0;
  std::vector<bool> has;    ///< one per code of the plan
  bool has_unused = false;  ///< rows in no part, too

  bool contains(PartCode code) const { return code == kNoPart ? has_unused : has[code]; }
};

/// The rows that a split trains on, or tests on.
CodeSet training_codes(const SplitPlan& plan, const Split& split);
CodeSet test_codes(const SplitPlan& plan, const Split& split);
/// All rows that are in a part of the repeat.
CodeSet all_codes(const SplitPlan& plan, Index repeat);
/// Those of `codes` in inner fold `fold`, or in all others.
CodeSet inner_fold(const SplitPlan& plan, const CodeSet& codes, Index fold, bool is_held_out);

/// Adds a protected column to a block that holds the codes of its rows, so that cells keep them
/// apart; rows in no part have a missing level.  `name` is that of no other column.
void add_part_column(RowBlock& block, const std::string& name, const std::vector<PartCode>& codes,
                     Index number_of_codes);

/// A name for that column that the schema does not have.
std::string part_column_name(const Schema& schema);

/// The moments of the rows whose code is in `codes`: sums of the cells, never differences.  The
/// last protected column of `parted` is the column of codes.
GroupMoments merged_parts(const GroupMoments& parted, const CodeSet& codes);

}  // namespace fairpca
