// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/moments/moments.h"
#include "fairpca/rows/encoding.h"
#include "fairpca/rows/map_blocks.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// One combination of protected levels and label level; nullopt is a missing cell.
struct CellKey {
  std::vector<std::optional<std::string>> levels;  ///< one per protected column
  std::optional<std::string> label;                ///< nullopt also when there is no label column
  auto operator<=>(const CellKey&) const = default;
};

/// Moments per cell of a table: the only thing the moment methods ever see of the rows.
///
/// An accumulator: add() takes a block, merge() a sibling built from other rows, whatever thread,
/// file or machine they were on.  Columns are aligned by name and new levels of categories start
/// with exact zeros behind them.
class GroupMoments {
 public:
  GroupMoments() = default;
  /// Empty, for tables with this schema.
  explicit GroupMoments(const Schema& schema);

  /// `options.fill` and `options.missing` say what happens to missing feature cells.
  void add(const RowBlock& block, const EncodeOptions& options = {});
  void merge(const GroupMoments& other);

  const Encoding& encoding() const { return encoding_; }
  const std::vector<std::string>& protected_columns() const { return protected_columns_; }
  const std::optional<std::string>& label_column() const { return label_column_; }
  const std::map<CellKey, Moments>& cells() const { return cells_; }
  Index dim() const { return encoding_.width(); }
  Index rows() const;

  static GroupMoments from_parts(Encoding encoding, std::vector<std::string> protected_columns,
                                 std::optional<std::string> label_column,
                                 std::map<CellKey, Moments> cells);

 private:
  Encoding encoding_;
  std::vector<std::string> protected_columns_;
  std::optional<std::string> label_column_;
  std::map<CellKey, Moments> cells_;
};

/// One pass over `source` (two when options.missing is kMean).  Same result for any
/// pass.threads.  Memory: the result plus one block and one GroupMoments per thread.
GroupMoments accumulate_moments(RowSource& source, const PassOptions& pass = {},
                                MissingCells missing = MissingCells::kError);

}  // namespace fairpca
