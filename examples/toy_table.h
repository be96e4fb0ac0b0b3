// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/rows/matrix_rows.h"
#include "fairpca/synthetic/synthetic.h"

/// A table over rows in memory with the protected column `group`; `data` must outlive it.
inline fairpca::Table table_of(const fairpca::SyntheticData& data) {
  fairpca::Table table;
  for (const std::string& name : data.columns) table.schema.features.push_back({name});
  table.schema.protected_columns = {"group"};
  table.numeric = data.rows;
  table.rows = data.rows.rows();
  fairpca::LevelColumn group{.levels = {"0", "1"}, .codes = {}};
  for (const int code : data.group) group.codes.push_back(code);
  table.protected_levels = {group};
  return table;
}
