// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Puts what there is to say about the columns of `rows`, which have been read, in front of
/// `warnings`.
inline void put_column_warnings(const RowSource& rows, std::vector<Message>& warnings) {
  std::vector<Message> said = column_warnings(rows.schema(), rows.name());
  const std::vector<Message> of_rows = rows.warnings();
  said.insert(said.end(), of_rows.begin(), of_rows.end());
  warnings.insert(warnings.begin(), said.begin(), said.end());
}

}  // namespace fairpca
