// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "study/run_study.h"

namespace fairpca {

/// The groups of all rows, with their sizes.
std::vector<Group> groups_of(const StudyData& data, const GroupingOptions& grouping);

/// What the rows do not allow, found before the first task.  Throws InvalidArgument: fewer than two
/// groups, a group of the smallest size or more without rows on a side of a split, more folds than
/// rows of such a group, more dimensions than columns, a label that is no class.  What will be left
/// out is added to the notes and warnings.
void check_study(const StudyData& data, StudyResult& study);

/// The levels of the label, sorted; empty without a label.
std::vector<std::string> label_levels(const RowKeys& keys);

}  // namespace fairpca
