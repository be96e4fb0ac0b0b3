// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/study_runs.h"

namespace fairpca {

/// The rows of a study's table, all of whose features are numbers, with the groups 0 and 1.
struct TableRows {
  RowMatrix features;       ///< as the table has them
  std::vector<int> groups;  ///< of each row
};
TableRows table_rows(const StudyRuns& runs, const PaperStudy& study);

/// Numbers of at most `most` rows of each group, evenly spread over the table.
std::vector<Index> spread_rows(const TableRows& rows, std::size_t most);

/// Which rows of the table are tested in a split, from 0, of the study's splits file.
std::vector<bool> tested_rows(const StudyRuns& runs, const PaperStudy& study, Index split);

}  // namespace fairpca
