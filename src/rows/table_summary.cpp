// SPDX-License-Identifier: BSD-3-Clause
#include "rows/table_summary.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fairpca {
namespace {

ColumnCells cells_of(const SummaryColumn& column, const RowBlock& block) {
  const auto position = static_cast<std::size_t>(column.position);
  switch (column.from) {
    case SummaryColumn::From::kText:
      return ColumnCells(block.kept[position]);
    case SummaryColumn::From::kCategory:
      return ColumnCells(block.categorical[position]);
    case SummaryColumn::From::kProtected:
      return ColumnCells(block.protected_levels[position]);
    case SummaryColumn::From::kLabel:
      return ColumnCells(block.label);
    case SummaryColumn::From::kNumber:
      break;
  }
  return {block.numeric, column.position};
}

/// A number of 64 bits for a column, so that the sum of several is unlike any other (SplitMix64).
std::uint64_t digest_of_column(std::size_t column) {
  std::uint64_t z = (column + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Numbers the combinations of codes, and keeps a row of each.
class Combinations {
 public:
  explicit Combinations(Index rows) : of_row_(static_cast<std::size_t>(rows), 0) {}

  void cross_with(const BlockLevels& levels) {
    std::unordered_map<std::uint64_t, std::uint64_t> numbers;
    for (std::size_t row = 0; row < of_row_.size(); ++row) {
      const std::uint64_t pair =
          (of_row_[row] << 32) | static_cast<std::uint32_t>(levels.codes[row]);
      of_row_[row] = numbers.try_emplace(pair, numbers.size()).first->second;
    }
  }

  struct Combination {
    Index row = 0, rows = 0;
  };
  std::vector<Combination> all() const {
    std::vector<Combination> found;
    for (std::size_t row = 0; row < of_row_.size(); ++row) {
      if (of_row_[row] == found.size()) found.push_back({static_cast<Index>(row), 0});
      ++found[of_row_[row]].rows;
    }
    return found;
  }

 private:
  std::vector<std::uint64_t> of_row_;
};

}  // namespace

LevelLimits limits_for(std::size_t columns) {
  constexpr std::size_t kLevelsOfAll = 300'000, kManyColumns = 2000;
  const std::size_t levels =
      std::clamp<std::size_t>(kLevelsOfAll / std::max<std::size_t>(columns, 1), 16, 1000);
  return {.levels = levels,
          .joint_levels = std::min<std::size_t>(levels, 200),
          .sketch_bits = columns > kManyColumns ? 8 : 12};
}

struct TableSummary::BlockTarget {
  ColumnCells cells;
  BlockLevels levels;
};

TableSummary::TableSummary(const SummaryPlan& plan)
    : columns_(plan.columns.size(), ColumnSummary(plan.limits)), targets_(plan.targets.size()) {}

TableSummary::TableSummary(const SummaryPlan& plan, const RowBlock& block) : rows_(block.rows) {
  std::vector<BlockTarget> targets;
  std::vector<TargetCodes> codes;
  for (const std::size_t column : plan.targets) {
    const ColumnCells cells = cells_of(plan.columns[column], block);
    targets.push_back({cells, distinct_values(cells, block.rows)});
    codes.push_back(target_codes(cells, targets.back().levels, plan.marks, kTargetLevels + 1));
    TargetLevels& levels = targets_.emplace_back();
    for (const BlockLevels::Value& value : targets.back().levels.values) {
      if (cells.is_missing(value.first_row, plan.marks)) continue;
      if (levels.digests.size() <= kTargetLevels) levels.digests.push_back(value.digest);
    }
    levels.has_more = levels.digests.size() > kTargetLevels;
  }
  std::vector<std::uint64_t> row_pattern(static_cast<std::size_t>(block.rows), 0);
  std::vector<char> row_missing;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    const ColumnCells cells = cells_of(plan.columns[i], block);
    columns_.push_back(summarize_column(cells, distinct_values(cells, block.rows), plan.marks,
                                        plan.limits, codes, block.first_row, row_missing));
    if (!plan.columns[i].is_feature || columns_.back().missing == 0) continue;
    const std::uint64_t digest = digest_of_column(i);
    for (std::size_t row = 0; row < row_missing.size(); ++row) {
      if (row_missing[row] != 0) row_pattern[row] += digest;
    }
  }
  count_groups(plan, targets);
  count_patterns(plan, block, row_pattern);
}

void TableSummary::count_groups(const SummaryPlan& plan, const std::vector<BlockTarget>& targets) {
  if (targets.empty()) return;
  Combinations combinations(rows_);
  const std::size_t protections = plan.protected_count();
  const bool counts_labels = plan.has_label && !targets_.back().has_more;
  for (std::size_t t = 0; t < protections; ++t) combinations.cross_with(targets[t].levels);
  if (counts_labels) combinations.cross_with(targets.back().levels);
  const auto level_at = [&](const BlockTarget& target, Index row) -> std::optional<std::string> {
    if (target.cells.is_missing(row, plan.marks)) return std::nullopt;
    if (!target.cells.are_numbers()) return level_text(target.cells.text(row));
    return fmt::format("{}", target.cells.number(row));
  };
  for (const auto& [row, rows] : combinations.all()) {
    GroupKey key;
    for (std::size_t t = 0; t < protections; ++t) key.push_back(level_at(targets[t], row));
    GroupCell& cell = groups_[std::move(key)];
    cell.rows += rows;
    if (!counts_labels) continue;
    if (const auto label = level_at(targets.back(), row)) cell.labels[*label] += rows;
  }
  limit_groups();
}

void TableSummary::limit_groups() {
  if (groups_.size() > kGroups) groups_are_complete_ = false;
  if (!groups_are_complete_) groups_.clear();
}

void TableSummary::count_patterns(const SummaryPlan& plan, const RowBlock& block,
                                  const std::vector<std::uint64_t>& row_pattern) {
  for (std::size_t row = 0; row < row_pattern.size(); ++row) {
    if (row_pattern[row] == 0) continue;
    ++incomplete_rows_;
    if (!patterns_are_complete_) continue;
    PatternCount pattern{.columns = {}, .rows = 1};
    if (!pattern_places_.contains(row_pattern[row])) {
      for (std::size_t i = 0; i < plan.columns.size(); ++i) {
        if (!plan.columns[i].is_feature) continue;
        const ColumnCells cells = cells_of(plan.columns[i], block);
        if (cells.is_missing(static_cast<Index>(row), plan.marks)) pattern.columns.push_back(i);
      }
    }
    add_pattern(row_pattern[row], std::move(pattern));
  }
}

void TableSummary::add_pattern(std::uint64_t digest, PatternCount pattern) {
  const auto [place, is_new] = pattern_places_.try_emplace(digest, patterns_.size());
  if (!is_new) {
    patterns_[place->second].rows += pattern.rows;
    return;
  }
  pattern_cells_ += pattern.columns.size();
  patterns_.push_back(std::move(pattern));
  pattern_digests_.push_back(digest);
  if (patterns_.size() <= kPatterns && pattern_cells_ <= kPatternCells) return;
  patterns_are_complete_ = false;
  patterns_.clear();
  pattern_digests_.clear();
  pattern_places_.clear();
}

CodeMaps TableSummary::merge_targets(const TableSummary& other) {
  CodeMaps maps;
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    TargetLevels& levels = targets_[t];
    levels.has_more = levels.has_more || other.targets_[t].has_more;
    std::vector<std::int32_t>& map = maps.emplace_back();
    for (const std::uint64_t digest : other.targets_[t].digests) {
      const auto known = std::find(levels.digests.begin(), levels.digests.end(), digest);
      const auto code = static_cast<std::int32_t>(known - levels.digests.begin());
      const bool is_new = known == levels.digests.end();
      const bool has_room = !is_new || levels.digests.size() < kTargetLevels;
      if (is_new && has_room) levels.digests.push_back(digest);
      levels.has_more = levels.has_more || !has_room;
      map.push_back(has_room ? code : -1);
    }
  }
  return maps;
}

void TableSummary::merge(TableSummary other) {
  rows_ += other.rows_;
  incomplete_rows_ += other.incomplete_rows_;
  const CodeMaps code_of = merge_targets(other);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].merge(std::move(other.columns_[i]), code_of);
  }
  groups_are_complete_ = groups_are_complete_ && other.groups_are_complete_;
  const bool too_many_labels = !targets_.empty() && targets_.back().has_more;
  for (auto& [key, cell] : other.groups_) {
    GroupCell& sum = groups_[key];
    sum.rows += cell.rows;
    for (const auto& [label, rows] : cell.labels) sum.labels[label] += rows;
    if (too_many_labels) sum.labels.clear();
  }
  limit_groups();
  if (!other.patterns_are_complete_) {
    patterns_are_complete_ = false;
    patterns_.clear();
  }
  for (std::size_t i = 0; i < other.patterns_.size() && patterns_are_complete_; ++i) {
    add_pattern(other.pattern_digests_[i], std::move(other.patterns_[i]));
  }
}

}  // namespace fairpca
