// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/encoding.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "rows/block_columns.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

void check_levels(const EncodedColumn& column) {
  const auto out_of_order = std::adjacent_find(column.levels.begin(), column.levels.end(),
                                               std::greater_equal<std::string>());
  if (out_of_order != column.levels.end()) {
    reject(rows_message<"unsorted-levels">("place"_is(Place{.column = column.column.name}),
                                           "level"_is(Quoted{*out_of_order})));
  }
  if (column.column.kind == ColumnKind::kNumeric && !column.levels.empty()) {
    reject(rows_message<"levels-of-numbers">("place"_is(Place{.column = column.column.name})));
  }
}

void check_distinct(const std::vector<EncodedColumn>& columns,
                    const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& name = columns[i].column.name;
    const auto [earlier, is_new] = positions.emplace(name, i);
    if (is_new) continue;
    reject(rows_message<"duplicate-column">("place"_is(Place{.column = name}),
                                            "first"_is(earlier->second + 1), "second"_is(i + 1)));
  }
  // Two encoded names can only agree when a column's own name holds an equals sign.
  const bool may_collide = std::any_of(columns.begin(), columns.end(), [](const auto& column) {
    return column.column.name.find('=') != std::string::npos;
  });
  if (!may_collide) return;
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    reject(rows_message<"duplicate-encoded-column">("name"_is(Quoted{name})));
  }
}

/// The levels that occur in `rows`, sorted.
std::vector<std::string> shown_levels(const LevelColumn& column, const std::vector<Index>& rows) {
  std::vector<char> shown(column.levels.size(), 0);
  for (const Index row : rows) {
    const std::int32_t code = column.codes[row];
    if (code != LevelColumn::kMissing) shown[code] = 1;
  }
  std::vector<std::string> levels;
  for (std::size_t code = 0; code < shown.size(); ++code) {
    if (shown[code] != 0) levels.push_back(column.levels[code]);
  }
  std::sort(levels.begin(), levels.end());
  return levels;
}

const char* kind_name(ColumnKind kind) {
  return kind == ColumnKind::kNumeric ? "numeric" : "categorical";
}

[[noreturn]] void reject_different_columns(const std::vector<EncodedColumn>& ours,
                                           const std::vector<EncodedColumn>& theirs) {
  const auto only_in = [](const auto& some, const auto& others) {
    std::unordered_set<std::string_view> names;
    for (const EncodedColumn& column : others) names.insert(column.column.name);
    std::vector<std::string> missing;
    for (const EncodedColumn& column : some) {
      if (!names.contains(column.column.name)) missing.push_back(column.column.name);
    }
    return missing.empty() ? std::string("none") : quoted_list(missing);
  };
  reject(rows_message<"different-columns">("first"_is(only_in(ours, theirs)),
                                           "second"_is(only_in(theirs, ours))));
}

}  // namespace

Encoding::Encoding(std::vector<EncodedColumn> columns) : columns_(std::move(columns)) {
  for (const EncodedColumn& column : columns_) {
    check_levels(column);
    if (column.column.kind == ColumnKind::kNumeric) names_.push_back(column.column.name);
    for (const std::string& level : column.levels) {
      names_.push_back(column.column.name + "=" + level);
    }
  }
  check_distinct(columns_, names_);
}

Encoding Encoding::of(const RowBlock& block, MissingCells missing) {
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  std::vector<Index> rows;
  if (missing == MissingCells::kDropRow) {
    rows = complete_rows(block, places);
  } else {
    rows.resize(static_cast<std::size_t>(block.rows));
    std::iota(rows.begin(), rows.end(), Index{0});
  }
  std::vector<EncodedColumn> columns;
  for (std::size_t i = 0; i < places.size(); ++i) {
    EncodedColumn& column = columns.emplace_back(EncodedColumn{block.schema->features[i], {}});
    if (places[i].kind == ColumnKind::kCategorical) {
      column.levels = shown_levels(block.categorical[places[i].position], rows);
    }
  }
  return Encoding(std::move(columns));
}

Encoding Encoding::merged_with(const Encoding& other) const {
  if (*this == other) return *this;
  std::unordered_map<std::string_view, const EncodedColumn*> theirs;
  for (const EncodedColumn& column : other.columns_) theirs.emplace(column.column.name, &column);
  if (columns_.size() != other.columns_.size()) reject_different_columns(columns_, other.columns_);
  std::vector<EncodedColumn> merged;
  for (const EncodedColumn& column : columns_) {
    const auto found = theirs.find(column.column.name);
    if (found == theirs.end()) reject_different_columns(columns_, other.columns_);
    const EncodedColumn& their = *found->second;
    if (their.column.kind != column.column.kind) {
      reject(rows_message<"different-kinds">("place"_is(Place{.column = column.column.name}),
                                             "kind"_is(kind_name(column.column.kind)),
                                             "other"_is(kind_name(their.column.kind))));
    }
    EncodedColumn& both = merged.emplace_back(EncodedColumn{column.column, {}});
    std::set_union(column.levels.begin(), column.levels.end(), their.levels.begin(),
                   their.levels.end(), std::back_inserter(both.levels));
  }
  return Encoding(std::move(merged));
}

std::vector<FeatureColumn> Encoding::features() const {
  std::vector<FeatureColumn> features;
  for (const EncodedColumn& column : columns_) features.push_back(column.column);
  return features;
}

}  // namespace fairpca
