// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/encoding.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "rows/block_columns.h"
#include "rows/column_selection.h"
#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

void check_sorted(const std::vector<std::string>& levels, const Place& place) {
  const auto out_of_order =
      std::adjacent_find(levels.begin(), levels.end(), std::greater_equal<std::string>());
  if (out_of_order == levels.end()) return;
  reject(rows_message<"unsorted-levels">("place"_is(place), "level"_is(Quoted{*out_of_order})));
}

bool has_level(const std::vector<std::string>& levels, std::string_view level) {
  return std::binary_search(levels.begin(), levels.end(), level);
}

void check_levels(const EncodedColumn& column) {
  const Place place{.column = column.column.name};
  check_sorted(column.levels, place);
  check_sorted(column.dropped_levels, place);
  const bool has_levels =
      !column.levels.empty() || !column.dropped_levels.empty() || column.missing_is_level;
  if (has_levels && column.column.kind == ColumnKind::kNumeric) {
    reject(rows_message<"levels-of-numbers">("place"_is(place)));
  }
  if (has_levels && column.is_dropped) {
    reject(rows_message<"levels-of-dropped-column">("place"_is(place)));
  }
  for (const std::string& level : column.dropped_levels) {
    if (!has_level(column.levels, level)) continue;
    reject(rows_message<"dropped-level-kept">("place"_is(place), "level"_is(Quoted{level})));
  }
  if (column.missing_is_level && !has_level(column.levels, kMissingLevel) &&
      !has_level(column.dropped_levels, kMissingLevel)) {
    reject(
        rows_message<"missing-level-absent">("place"_is(place), "level"_is(Quoted{kMissingLevel})));
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

/// Gives `encoded` the levels that occur in `rows`, sorted.
void show_levels(const LevelColumn& column, const std::vector<Index>& rows,
                 MissingCategory missing_category, EncodedColumn& encoded) {
  std::vector<char> shown(column.levels.size(), 0);
  bool shows_missing = false;
  for (const Index row : rows) {
    const std::int32_t code = column.codes[row];
    if (code == LevelColumn::kMissing) {
      shows_missing = true;
    } else {
      shown[code] = 1;
    }
  }
  std::vector<std::string>& levels = encoded.levels;
  for (std::size_t code = 0; code < shown.size(); ++code) {
    if (shown[code] != 0) levels.push_back(column.levels[code]);
  }
  encoded.missing_is_level = shows_missing && missing_category == MissingCategory::kLevel;
  if (encoded.missing_is_level) levels.emplace_back(kMissingLevel);
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
}

/// The rows of which nothing is missing but, under kLevel, categories.
std::vector<Index> rows_that_stay(const RowBlock& block, std::vector<BlockColumn> places,
                                  MissingCategory missing_category) {
  if (missing_category == MissingCategory::kLevel) {
    std::erase_if(places,
                  [](const BlockColumn& place) { return place.kind == ColumnKind::kCategorical; });
  }
  return complete_rows(block, places);
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
    const bool is_numeric = column.column.kind == ColumnKind::kNumeric;
    if (is_numeric && !column.is_dropped) names_.push_back(column.column.name);
    for (const std::string& level : column.levels) {
      names_.push_back(column.column.name + "=" + level);
    }
  }
  check_distinct(columns_, names_);
}

Encoding Encoding::of(const RowBlock& block, MissingCells missing,
                      MissingCategory missing_category) {
  const std::vector<BlockColumn> places = block_columns(*block.schema);
  std::vector<Index> rows;
  if (missing == MissingCells::kDropRow) {
    rows = rows_that_stay(block, places, missing_category);
  } else {
    rows.resize(static_cast<std::size_t>(block.rows));
    std::iota(rows.begin(), rows.end(), Index{0});
  }
  std::vector<EncodedColumn> columns;
  for (std::size_t i = 0; i < places.size(); ++i) {
    EncodedColumn& column = columns.emplace_back(EncodedColumn{block.schema->features[i], {}});
    if (places[i].kind == ColumnKind::kCategorical) {
      show_levels(block.categorical[places[i].position], rows, missing_category, column);
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
    if (their.is_dropped != column.is_dropped || their.dropped_levels != column.dropped_levels) {
      reject(rows_message<"dropped-in-one-table">("place"_is(Place{.column = column.column.name})));
    }
    EncodedColumn& both = merged.emplace_back(column);
    both.missing_is_level = column.missing_is_level || their.missing_is_level;
    both.levels.clear();
    std::set_union(column.levels.begin(), column.levels.end(), their.levels.begin(),
                   their.levels.end(), std::back_inserter(both.levels));
  }
  return Encoding(std::move(merged));
}

Encoding Encoding::selected(const std::vector<Index>& kept) const {
  check_selection(kept, width());
  std::vector<char> is_kept(static_cast<std::size_t>(width()), 0);
  for (const Index column : kept) is_kept[static_cast<std::size_t>(column)] = 1;
  std::vector<EncodedColumn> columns;
  std::size_t at = 0;
  for (const EncodedColumn& column : columns_) {
    EncodedColumn& rest = columns.emplace_back(column);
    if (column.is_dropped) continue;
    if (column.column.kind == ColumnKind::kNumeric) {
      rest.is_dropped = is_kept[at++] == 0;
      continue;
    }
    rest.levels.clear();
    for (const std::string& level : column.levels) {
      (is_kept[at++] != 0 ? rest.levels : rest.dropped_levels).push_back(level);
    }
    std::sort(rest.dropped_levels.begin(), rest.dropped_levels.end());
    if (rest.levels.empty()) {
      rest = {.column = column.column, .levels = {}, .is_dropped = true};
    }
  }
  return Encoding(std::move(columns));
}

std::vector<FeatureColumn> Encoding::features() const {
  std::vector<FeatureColumn> features;
  for (const EncodedColumn& column : columns_) {
    if (!column.is_dropped) features.push_back(column.column);
  }
  return features;
}

std::vector<std::string> Encoding::columns_with_missing_level() const {
  std::vector<std::string> names;
  for (const EncodedColumn& column : columns_) {
    if (column.missing_is_level) names.push_back(column.column.name);
  }
  return names;
}

}  // namespace fairpca
