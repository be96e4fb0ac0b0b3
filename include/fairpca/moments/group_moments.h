// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/moments/moments.h"
#include "fairpca/rows/encoding.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

struct Alignment;

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
  /// Empty; takes the columns of whatever is added first.
  GroupMoments() = default;
  /// Empty, for tables with this schema.
  explicit GroupMoments(const Schema& schema);

  /// Adds a block, encoded by itself: its levels join those seen so far.  Under kDropRow rows with
  /// missing feature cells are left out; under kLevel a missing category is a level.  Throws
  /// InvalidArgument for kMean, which needs the means of all rows, and kModel; and what
  /// Encoding::encode and Encoding::merged_with throw.
  void add(const RowBlock& block, MissingCells missing = MissingCells::kError,
           MissingCategory missing_category = MissingCategory::kError);

  /// Adds a block encoded by `encoding`, which need not show all of its levels.
  void add(const RowBlock& block, const Encoding& encoding, const EncodeOptions& options = {});

  /// Adds the rows of `other`.  Throws InvalidArgument, naming the columns, unless both have the
  /// same features, protected columns (in any order) and label column, for more cells and
  /// columns than the memory holds, for more than 2^53 rows, and for numbers so large that their
  /// squares overflow.
  void merge(const GroupMoments& other);
  void merge(GroupMoments&& other);

  /// The moments of the encoded columns `kept` alone, which are in order (Encoding::selected).
  GroupMoments selected(const std::vector<Index>& kept) const;

  const Encoding& encoding() const { return encoding_; }
  const std::vector<std::string>& protected_columns() const { return protected_columns_; }
  const std::optional<std::string>& label_column() const { return label_column_; }
  const std::map<CellKey, Moments>& cells() const { return cells_; }
  Index dim() const { return encoding_.width(); }
  Index rows() const;

  /// Throws InvalidArgument unless every cell has a level (or none) per protected column, as many
  /// columns as the encoding, and at least one row; all together at most 2^53.
  static GroupMoments from_parts(Encoding encoding, std::vector<std::string> protected_columns,
                                 std::optional<std::string> label_column,
                                 std::map<CellKey, Moments> cells);

 private:
  friend class BlockMoments;  // one block's share, added without copies
  bool has_no_columns() const;
  Alignment align_with(const GroupMoments& other);
  Moments& cell(const CellKey& key);

  Encoding encoding_;
  std::vector<std::string> protected_columns_;
  std::optional<std::string> label_column_;
  std::map<CellKey, Moments> cells_;
};

/// The moments of the rows of `source` from where it stands, in one pass (two, with a rewind
/// between, when `missing` is kMean: cells are filled with the mean of those present, a category's
/// with the shares of its levels; and where categories show more than a thousand levels, if the
/// source can be read again).  Same bits for any pass.threads.
/// Memory: the result, and per thread one block and, below 1024 columns, one GroupMoments.
/// Throws InvalidArgument when there are no rows, for kModel, as GroupMoments::add does, and, as
/// soon as it can be known, for more columns and cells than the memory holds.
GroupMoments accumulate_moments(RowSource& source, const PassOptions& pass = {},
                                MissingCells missing = MissingCells::kError,
                                MissingCategory missing_category = MissingCategory::kError);

/// The same with rows encoded as `encoding` says (a model's), whatever levels they show.
GroupMoments accumulate_moments(RowSource& source, const Encoding& encoding,
                                const EncodeOptions& options, const PassOptions& pass = {});

}  // namespace fairpca
