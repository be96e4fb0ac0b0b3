// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rows/block_builder.h"
#include "rows/level_counts.h"

namespace fairpca {

/// Count, mean and sum of squared deviations of numbers; any split over add() and merge() gives the
/// same, up to rounding (Chan, Golub & LeVeque 1983).
struct SpreadSum {
  Index count = 0;
  double mean = 0, squares = 0;

  void add(double value);
  void merge(const SpreadSum& other);
};

/// A cell worth showing.
struct NotedCell {
  Index row = 0;  ///< from 1
  std::string text;
};

/// Codes of the rows of a block in the columns that others are compared with (protected, label).
struct TargetCodes {
  std::size_t levels = 0;           ///< how many there are in this block
  std::vector<std::int32_t> codes;  ///< per row; -1: missing, or beyond those that are counted
};

/// For each target, its levels as codes of one block, and what they are in the sum.
using CodeMaps = std::vector<std::vector<std::int32_t>>;

/// What is known of one column: an accumulator of blocks of rows, merged in their order.
class ColumnSummary {
 public:
  explicit ColumnSummary(const LevelLimits& limits) : levels(limits) {}

  /// Adds the rows of `other`, which stand behind those of this one.
  void merge(ColumnSummary&& other, const CodeMaps& code_of);

  Index rows = 0, missing = 0;
  /// Of the cells with a value: finite numbers, dates, numbers written as text (`1,234`).
  Index number_cells = 0, date_cells = 0, written_numbers = 0;
  std::optional<NotedCell> first_value, first_text, first_unusable_number, first_not_utf8;
  std::optional<NotedCell> first_written_number;
  bool starts_with_number = false, starts_with_date = false;  ///< the first cell with a value
  std::vector<std::string> texts_among_numbers;               ///< the first few distinct ones

  SpreadSum spread;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  double first_number = 0, last_number = 0;
  bool all_whole = true, is_increasing = true;
  std::vector<std::vector<SpreadSum>> spread_by_target;  ///< [target][code]

  /// Equal for columns with the same cells row by row, and hardly ever for others.
  std::uint64_t content = 0;
  LevelCounts levels;
};

/// The cells of one column of a block: texts, or numbers (NaN: missing).
class ColumnCells {
 public:
  explicit ColumnCells(const std::vector<std::string>& texts) : texts_(&texts) {}
  explicit ColumnCells(const LevelColumn& levels) : levels_(&levels) {}
  ColumnCells(const RowsRef& numbers, Index column) : numbers_(&numbers), column_(column) {}

  bool is_missing(Index row, const MissingMarks& marks) const;
  bool are_numbers() const { return numbers_ != nullptr; }
  double number(Index row) const { return (*numbers_)(row, column_); }
  /// Texts alone; empty where a level is missing.
  std::string_view text(Index row) const;
  /// Of its text or number, for comparing.
  std::uint64_t digest(Index row) const;

 private:
  const std::vector<std::string>* texts_ = nullptr;
  const LevelColumn* levels_ = nullptr;
  const RowsRef* numbers_ = nullptr;
  Index column_ = 0;
};

/// The distinct values of a column of a block, and which of them each row has.
struct BlockLevels {
  struct Value {
    std::uint64_t digest = 0;
    Index first_row = 0, rows = 0;
  };
  std::vector<Value> values;        ///< in the order they are met
  std::vector<std::int32_t> codes;  ///< one per row
};
BlockLevels distinct_values(const ColumnCells& cells, Index rows);

/// The codes of a column as those of a target: at most `most` levels are told apart.
TargetCodes target_codes(const ColumnCells& cells, const BlockLevels& levels,
                         const MissingMarks& marks, std::size_t most);

/// The summary of one column of a block whose first row is `first_row` of the table.
/// `row_missing[i]` is set where row i has no value.
ColumnSummary summarize_column(const ColumnCells& cells, const BlockLevels& levels,
                               const MissingMarks& marks, const LevelLimits& limits,
                               const std::vector<TargetCodes>& targets, Index first_row,
                               std::vector<char>& row_missing);

/// The first 200 bytes of a text, cut between characters.
std::string level_text(std::string_view text);

}  // namespace fairpca
