// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_kinds.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "rows/csv_cells.h"
#include "rows/unusable_columns.h"
#include "text/date_text.h"
#include "text/parse_number.h"

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
      if (stays_open(record.substr(begin, end - begin), *column, kind)) rest.push_back(*column);
      ++column;
    }
    if (end == record.size()) break;  // a row cut short: decoding it says so, no kind matters
    begin = end + 1;
  }
  columns_ = std::move(rest);
}

/// Whether later cells matter: it has no value yet, or nothing but dates.
bool UnsettledKinds::stays_open(std::string_view cell, Column& column, ColumnKind& kind) {
  std::string_view text;
  try {
    text = cell_text(cell, scratch_);
  } catch (const BadCell&) {
    return false;  // decoding its row says what is wrong
  }
  if (layout_.missing.contains(text)) return true;
  if (column.has_dates) return looks_like_date(text);
  double ignored = 0;
  if (read_number(trimmed(text), ignored) != NumberText::kNone) return false;
  kind = ColumnKind::kCategorical;
  column.has_dates = looks_like_date(text);
  return column.has_dates;
}

bool UnsettledKinds::empty() const {
  return std::all_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.has_dates; });
}

void UnsettledKinds::reject_rest(const std::string& where) const {
  if (columns_.empty()) return;
  std::vector<std::string> all, empty, dates;
  for (const Column& column : columns_) {
    const std::string& name = layout_.header[column.position];
    all.push_back(name);
    (column.has_dates ? dates : empty).push_back(name);
  }
  reject_unusable(layout_.name, {.all = all, .empty = empty, .dates = dates, .where = where});
}

}  // namespace fairpca
