// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/matrix_rows.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "rows/level_slice.h"
#include "rows/messages.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

void check_length(const NamedArgument<"what">& what, std::size_t length, Index rows) {
  if (static_cast<Index>(length) == rows) return;
  reject(rows_message<"column-length">(
      what, "rows"_is(Counted{static_cast<Index>(length), "row", "rows"}), "expected"_is(rows)));
}

void check_levels(const LevelColumn& column, const std::string& name, Index rows) {
  const Place place{.column = name};
  check_length("what"_is(place), column.codes.size(), rows);
  std::unordered_set<std::string_view> seen;
  for (const std::string& level : column.levels) {
    if (!is_utf8(level)) {
      reject(rows_message<"not-utf-8">("place"_is(place), "value"_is(Quoted{level})));
    }
    if (!seen.insert(level).second) {
      reject(rows_message<"duplicate-level">("place"_is(place), "level"_is(Quoted{level})));
    }
  }
  const auto count = static_cast<std::int32_t>(column.levels.size());
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    const std::int32_t code = column.codes[row];
    if (code >= LevelColumn::kMissing && code < count) continue;
    reject(rows_message<"level-code">("place"_is(Place{"", static_cast<Index>(row) + 1, name}),
                                      "code"_is(code), "most"_is(count - 1)));
  }
}

void check_level_columns(const std::vector<LevelColumn>& columns,
                         const std::vector<std::string>& names, const char* what, Index rows) {
  if (columns.size() != names.size()) {
    reject(rows_message<"column-count">("columns"_is(columns.size()), "kind"_is(what),
                                        "expected"_is(names.size())));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) check_levels(columns[i], names[i], rows);
}

void check_weights(const Table& table) {
  if (!table.schema.weight && table.weights.empty()) return;
  check_length("what"_is("the column of weights"), table.weights.size(), table.rows);
  for (std::size_t row = 0; row < table.weights.size(); ++row) {
    const double weight = table.weights[row];
    if (weight >= 0 && std::isfinite(weight)) continue;
    reject(rows_message<"invalid-weight">(
        "place"_is(Place{"", static_cast<Index>(row) + 1, table.schema.weight.value_or("")}),
        "value"_is(weight)));
  }
}

void check(const Table& table) {
  std::vector<std::string> categorical;
  Index numeric = 0;
  for (const FeatureColumn& feature : table.schema.features) {
    if (feature.kind == ColumnKind::kCategorical) {
      categorical.push_back(feature.name);
    } else {
      ++numeric;
    }
  }
  if (numeric != table.numeric.cols()) {
    reject(rows_message<"column-count">("columns"_is(table.numeric.cols()), "kind"_is("numeric"),
                                        "expected"_is(numeric)));
  }
  if (numeric > 0) {
    check_length("what"_is("the matrix"), static_cast<std::size_t>(table.numeric.rows()),
                 table.rows);
  }
  check_level_columns(table.categorical, categorical, "categorical", table.rows);
  check_level_columns(table.protected_levels, table.schema.protected_columns, "protected",
                      table.rows);
  if (table.schema.label) check_levels(table.label, *table.schema.label, table.rows);
  check_level_columns(table.kept, table.schema.kept, "kept", table.rows);
  check_weights(table);
}

std::vector<std::string> texts_of(const LevelColumn& column, Index first, Index count) {
  std::vector<std::string> texts;
  for (Index row = first; row < first + count; ++row) {
    const std::int32_t code = column.codes[static_cast<std::size_t>(row)];
    texts.push_back(code < 0 ? std::string() : column.levels[static_cast<std::size_t>(code)]);
  }
  return texts;
}

class TableChunk final : public RowChunk {
 public:
  TableChunk(std::shared_ptr<const Table> table, std::shared_ptr<const Schema> schema, Index first,
             Index count)
      : table_(std::move(table)), schema_(std::move(schema)), first_(first), count_(count) {}

  RowBlock decode() const override {
    RowBlock block;
    block.schema = schema_;
    block.first_row = first_;
    block.rows = count_;
    block.numeric = table_->numeric.middle_rows(first_, count_);
    for (const LevelColumn& column : table_->categorical) {
      block.categorical.push_back(slice_levels(column, first_, count_));
    }
    for (const LevelColumn& column : table_->protected_levels) {
      block.protected_levels.push_back(slice_levels(column, first_, count_));
    }
    if (schema_->label) block.label = slice_levels(table_->label, first_, count_);
    for (const LevelColumn& column : table_->kept) {
      block.kept.push_back(texts_of(column, first_, count_));
    }
    if (!table_->weights.empty()) {
      const auto begin = table_->weights.begin() + first_;
      block.weights.assign(begin, begin + count_);
    }
    return block;
  }

 private:
  std::shared_ptr<const Table> table_;
  std::shared_ptr<const Schema> schema_;
  Index first_, count_;
};

Table numbers_only(RowsRef rows) {
  Table table;
  table.numeric = rows;
  table.rows = rows.rows();
  for (Index col = 0; col < rows.cols(); ++col) {
    table.schema.features.push_back({fmt::format("x{}", col + 1), ColumnKind::kNumeric});
  }
  return table;
}

}  // namespace

MatrixRows::MatrixRows(Table table) {
  check(table);
  table_ = std::make_shared<const Table>(std::move(table));
  schema_ = std::shared_ptr<const Schema>(table_, &table_->schema);
}

MatrixRows::MatrixRows(RowsRef rows) : MatrixRows(numbers_only(rows)) {}

const Schema& MatrixRows::schema() const {
  return *schema_;
}

std::unique_ptr<RowChunk> MatrixRows::next() {
  const Index count = std::min(kRowsPerChunk, table_->rows - next_row_);
  if (count <= 0) return nullptr;
  const Index first = std::exchange(next_row_, next_row_ + count);
  return std::make_unique<TableChunk>(table_, schema_, first, count);
}

void MatrixRows::rewind() {
  next_row_ = 0;
}

double MatrixRows::fraction_read() const {
  return table_->rows == 0 ? 1.0
                           : static_cast<double>(next_row_) / static_cast<double>(table_->rows);
}

}  // namespace fairpca
