// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/rows/describe.h"
#include "rows/column_summary.h"

namespace fairpca {

/// A column that others are compared with.
struct ComparedColumn {
  std::string name;
  bool is_comparable = true;  ///< its levels are few
};

/// What the caller says of a column.
struct ColumnFacts {
  std::string name;
  ColumnRole role = ColumnRole::kFeature;
  bool is_categorical = false, is_date = false;  ///< whatever its cells look like
};

/// Kind, numbers, levels, remarks and advice of a column.  `targets` are in the order of the
/// summary's joint counts.
ColumnDescription describe_column(const ColumnFacts& facts, const ColumnSummary& summary,
                                  const std::vector<ComparedColumn>& targets);

}  // namespace fairpca
