// SPDX-License-Identifier: BSD-3-Clause
#include "moments/rows_in_groups.h"

#include <utility>

namespace fairpca {

AdaptedRows rows_in_groups(RowSource& rows, MissingGroup missing_group, MissingCells missing,
                           bool keeps_label, std::vector<std::string> missing_is_level) {
  Schema schema = rows.schema();
  if (!keeps_label) schema.label.reset();
  const bool needs_levels = missing_group == MissingGroup::kError;
  return {
      rows, std::move(schema),
      [keeps_label, needs_levels, missing, names = std::move(missing_is_level)](RowBlock& block) {
        if (!keeps_label) block.label = {};
        if (needs_levels) require_protected_levels(block, missing, names);
      }};
}

std::vector<std::string> columns_with_missing_level(const Schema& schema,
                                                    MissingCategory missing_category) {
  std::vector<std::string> names;
  if (missing_category == MissingCategory::kError) return names;
  for (const FeatureColumn& feature : schema.features) {
    if (feature.kind == ColumnKind::kCategorical) names.push_back(feature.name);
  }
  return names;
}

void offer_missing_level(const Schema& schema, InvalidArgument& error) {
  if (error.message().code() != "missing-cell") return;
  const std::string& name = error.message().place().column;
  for (const FeatureColumn& feature : schema.features) {
    if (feature.name != name || feature.kind != ColumnKind::kCategorical) continue;
    error.offer({"missing_category", "level"}, "makes it a level of its own");
  }
}

}  // namespace fairpca
