// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_kinds.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "rows/csv_cells.h"
#include "rows/unusable_columns.h"
#include "text/date_text.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

void check_type(const ArrowLayout& layout, const ArrowField& field) {
  if (field.type.kind != ArrowKind::kOther || layout.as_text) return;
  reject(arrow_message<"stream-column-type">("place"_is(Place{layout.name, 0, field.name}),
                                             "found"_is(field.type.found),
                                             "column"_is(Quoted{field.name})));
}

}  // namespace

ArrowKinds::ArrowKinds(const ArrowLayout& layout, const ColumnRoles& roles, Schema& schema)
    : layout_(layout) {
  std::unordered_map<std::string_view, std::size_t> fields;
  for (std::size_t i = 0; i < layout.fields.size(); ++i) fields.emplace(layout.fields[i].name, i);
  std::vector<Column> dates;
  for (std::size_t i = 0; i < schema.features.size(); ++i) {
    FeatureColumn& feature = schema.features[i];
    const std::size_t place = fields.at(feature.name);
    const ArrowField& field = layout.fields[place];
    check_type(layout, field);
    if (feature.kind == ColumnKind::kCategorical) continue;  // a model or the caller says so
    if (field.type.is_time()) {
      dates.push_back({place, i, /*has_dates=*/true});
    } else if (roles.features || field.type.is_number()) {
      continue;
    } else if (field.type.is_text()) {
      columns_.push_back({place, i});
    } else {
      feature.kind = ColumnKind::kCategorical;
    }
  }
  reject_columns(dates, "");
  for (const ArrowField& field : layout.fields) {
    if (!field.uses.ignored()) check_type(layout, field);
  }
}

bool ArrowKinds::empty() const {
  return std::all_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.has_dates; });
}

void ArrowKinds::look_at(const ArrowCut& cut, Schema& schema) {
  std::erase_if(columns_, [&](Column& column) {
    return !stays_open(cut, column, schema.features[column.feature].kind);
  });
}

/// Whether later cells matter: there is no value yet, or nothing but dates.
bool ArrowKinds::stays_open(const ArrowCut& cut, Column& column, ColumnKind& kind) {
  const CellSpelling& spelling = layout_.fields[column.field].spelling;
  for (const ArrowStretch& stretch : cut.stretches) {
    const ArrowColumn& cells = stretch.records->column(column.field);
    for (std::int64_t row = stretch.first; row < stretch.first + stretch.count; ++row) {
      std::optional<std::string_view> text;
      try {
        text = arrow_text(cells, row, spelling, scratch_);
      } catch (const DamagedArray&) {
        return false;  // decoding its row says what is wrong
      }
      if (!text || layout_.missing.contains(*text)) continue;
      double ignored = 0;
      const bool is_number = read_number(trimmed(*text), ignored) != NumberText::kNone;
      if (!column.has_dates && is_number) return false;
      kind = ColumnKind::kCategorical;
      if (!looks_like_date(*text)) return false;
      column.has_dates = true;
    }
  }
  return true;
}

void ArrowKinds::finish(const std::string& where, Schema& schema) const {
  std::vector<Column> unusable;
  for (const Column& column : columns_) {
    if (column.has_dates || !where.empty()) {
      unusable.push_back(column);
    } else {
      schema.features[column.feature].kind = ColumnKind::kCategorical;
    }
  }
  reject_columns(unusable, where);
}

void ArrowKinds::reject_columns(const std::vector<Column>& columns,
                                const std::string& where) const {
  if (columns.empty()) return;
  UnusableColumns unusable;
  unusable.where = where;
  for (const Column& column : columns) {
    const std::string& name = layout_.fields[column.field].name;
    unusable.all.push_back(name);
    (column.has_dates ? unusable.dates : unusable.empty).push_back(name);
  }
  reject_unusable(layout_.name, unusable);
}

}  // namespace fairpca
