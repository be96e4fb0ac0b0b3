// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/table_rows.h"

#include <algorithm>

#include "study/splits_file.h"

namespace fairpca {

TableRows table_rows(const StudyRuns& runs, const PaperStudy& study) {
  TableRows made;
  const std::unique_ptr<RowSource> source = runs.open(study);
  while (const std::unique_ptr<RowChunk> chunk = source->next()) {
    const RowBlock block = chunk->decode();
    const Index before = made.features.rows();
    made.features.conservativeResize(before + block.rows, block.numeric.cols());
    for (Index i = 0; i < block.rows; ++i) {
      for (Index j = 0; j < block.numeric.cols(); ++j) {
        made.features(before + i, j) = block.numeric(i, j);
      }
    }
    const LevelColumn& groups = block.protected_levels.front();
    for (const std::int32_t code : groups.codes) {
      made.groups.push_back(groups.levels[static_cast<std::size_t>(code)] == "1" ? 1 : 0);
    }
  }
  return made;
}

std::vector<Index> spread_rows(const TableRows& rows, std::size_t most) {
  std::vector<Index> chosen;
  for (const int group : {0, 1}) {
    std::vector<Index> of_group;
    for (std::size_t i = 0; i < rows.groups.size(); ++i) {
      if (rows.groups[i] == group) of_group.push_back(static_cast<Index>(i));
    }
    const std::size_t kept = std::min(most, of_group.size());
    for (std::size_t i = 0; i < kept; ++i) chosen.push_back(of_group[i * of_group.size() / kept]);
  }
  return chosen;
}

std::vector<bool> tested_rows(const StudyRuns& runs, const PaperStudy& study, Index split) {
  const GivenSplits given = read_splits(runs.data_file(study.splits.file));
  std::vector<bool> tested;
  for (Index row = 0; row < given.rows; ++row) {
    tested.push_back(given.of(row)[static_cast<std::size_t>(split)] == 1);
  }
  return tested;
}

}  // namespace fairpca
