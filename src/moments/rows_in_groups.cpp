// SPDX-License-Identifier: BSD-3-Clause
#include "moments/rows_in_groups.h"

#include <utility>

namespace fairpca {

AdaptedRows rows_in_groups(RowSource& rows, MissingGroup missing_group, MissingCells missing,
                           bool keeps_label) {
  Schema schema = rows.schema();
  if (!keeps_label) schema.label.reset();
  const bool needs_levels = missing_group == MissingGroup::kError;
  return {rows, std::move(schema), [keeps_label, needs_levels, missing](RowBlock& block) {
            if (!keeps_label) block.label = {};
            if (needs_levels) require_protected_levels(block, missing);
          }};
}

}  // namespace fairpca
