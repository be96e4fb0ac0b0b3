// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fairpca/rows/row_block.h"
#include "rows/column_summary.h"

namespace fairpca {

/// Where a described column stands in a block.
struct SummaryColumn {
  enum class From { kText, kNumber, kCategory, kProtected, kLabel };
  From from = From::kText;
  Index position = 0;
  bool is_feature = true;
};

/// What a pass over a table counts.
struct SummaryPlan {
  std::vector<SummaryColumn> columns;
  /// Numbers of the columns that the others are compared with: the protected ones, then the label.
  std::vector<std::size_t> targets;
  bool has_label = false;  ///< the last target is the label
  MissingMarks marks;
  LevelLimits limits;

  std::size_t protected_count() const { return targets.size() - (has_label ? 1 : 0); }
};

/// The memory that `columns` columns may take together.
LevelLimits limits_for(std::size_t columns);

/// Rows with the same protected levels (nullopt: missing).
struct GroupCell {
  Index rows = 0;
  std::map<std::string, Index> labels;  ///< rows by label, those without one left out
};

/// A set of feature columns that are missing together.
struct PatternCount {
  std::vector<std::size_t> columns;
  Index rows = 0;
};

/// A table counted block by block: an accumulator with merge, in the order of the rows.
class TableSummary {
 public:
  using GroupKey = std::vector<std::optional<std::string>>;
  static constexpr std::size_t kTargetLevels = 32;
  static constexpr std::size_t kGroups = 1000;
  static constexpr std::size_t kPatterns = 1000;
  static constexpr std::size_t kPatternCells = 1'000'000;

  /// No rows.
  explicit TableSummary(const SummaryPlan& plan);
  /// Those of one block.  `plan` must outlive the call alone.
  TableSummary(const SummaryPlan& plan, const RowBlock& block);

  /// Adds the rows of `other`, which follow those of this one.
  void merge(TableSummary other);

  Index rows() const { return rows_; }
  const std::vector<ColumnSummary>& columns() const { return columns_; }
  /// Whether target t has few enough levels for others to be compared with it.
  bool compares_with(std::size_t target) const { return !targets_[target].has_more; }
  const std::map<GroupKey, GroupCell>& groups() const { return groups_; }
  bool groups_are_complete() const { return groups_are_complete_; }
  Index incomplete_rows() const { return incomplete_rows_; }
  const std::vector<PatternCount>& patterns() const { return patterns_; }
  bool patterns_are_complete() const { return patterns_are_complete_; }

 private:
  /// Levels of a target by their codes.
  struct TargetLevels {
    std::vector<std::uint64_t> digests;
    bool has_more = false;
  };
  struct BlockTarget;

  void count_groups(const SummaryPlan& plan, const std::vector<BlockTarget>& targets);
  void count_patterns(const SummaryPlan& plan, const RowBlock& block,
                      const std::vector<std::uint64_t>& row_pattern);
  CodeMaps merge_targets(const TableSummary& other);
  void add_pattern(std::uint64_t digest, PatternCount pattern);
  void limit_groups();

  Index rows_ = 0;
  std::vector<ColumnSummary> columns_;
  std::vector<TargetLevels> targets_;
  std::map<GroupKey, GroupCell> groups_;
  bool groups_are_complete_ = true;
  Index incomplete_rows_ = 0;
  std::vector<PatternCount> patterns_;
  std::vector<std::uint64_t> pattern_digests_;
  std::unordered_map<std::uint64_t, std::size_t> pattern_places_;
  std::size_t pattern_cells_ = 0;
  bool patterns_are_complete_ = true;
};

}  // namespace fairpca
