// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_kinds.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "rows/csv_cells.h"
#include "rows/messages.h"
#include "text/parse_number.h"
#include "text/quoted.h"

namespace fairpca {

UnsettledKinds::UnsettledKinds(const CsvLayout& layout, const ColumnRoles& roles,
                               const Schema& schema)
    : layout_(layout) {
  if (roles.features) return;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < layout.header.size(); ++i) positions.emplace(layout.header[i], i);
  for (std::size_t i = 0; i < schema.features.size(); ++i) {
    const FeatureColumn& feature = schema.features[i];
    if (feature.kind == ColumnKind::kNumeric) columns_.push_back({positions.at(feature.name), i});
  }
  std::sort(columns_.begin(), columns_.end(),
            [](const Column& a, const Column& b) { return a.position < b.position; });
}

void UnsettledKinds::look_at(const CsvText& text, Schema& schema) {
  for (std::size_t i = 0; i < text.records.size() && !columns_.empty(); ++i) {
    look_at(text.record(i), schema);
  }
}

void UnsettledKinds::look_at(std::string_view record, Schema& schema) {
  std::vector<Column> rest;
  std::size_t begin = 0, position = 0;
  for (auto column = columns_.begin(); column != columns_.end(); ++position) {
    const std::size_t end = cell_end(record, begin, layout_.delimiter);
    if (column->position == position) {
      ColumnKind& kind = schema.features[column->feature].kind;
      if (!settle(record.substr(begin, end - begin), kind)) rest.push_back(*column);
      ++column;
    }
    if (end == record.size()) break;  // a row cut short: decoding it says so, no kind matters
    begin = end + 1;
  }
  columns_ = std::move(rest);
}

/// Whether the cell holds a value, which decides the kind.
bool UnsettledKinds::settle(std::string_view cell, ColumnKind& kind) {
  std::string_view text;
  try {
    text = cell_text(cell, scratch_);
  } catch (const BadCell&) {
    return true;  // decoding its row says what is wrong
  }
  if (layout_.missing.contains(text)) return false;
  double ignored = 0;
  kind = read_number(trimmed(text), ignored) == NumberText::kNone ? ColumnKind::kCategorical
                                                                  : ColumnKind::kNumeric;
  return true;
}

void UnsettledKinds::reject_rest(const std::string& where) const {
  if (columns_.empty()) return;
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(layout_.header[column.position]);
  reject(rows_message<"columns-without-values">(
      "place"_is(Place{layout_.name}), "where"_is(where),
      "columns"_is((names.size() == 1 ? "column " : "columns ") + quoted_list(names)),
      "column"_is(Quoted{names[0]})));
}

}  // namespace fairpca
