// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// The level that missing cells of a category form under MissingCategory::kLevel.
inline constexpr std::string_view kMissingLevel = "(missing)";

/// One column of the table and how it becomes numbers.
struct EncodedColumn {
  FeatureColumn column;
  std::vector<std::string> levels;  ///< categorical: sorted bytewise, one 0/1 column each
  /// A missing cell is the level kMissingLevel, which is in `levels` or `dropped_levels`.
  bool missing_is_level = false;
  /// Levels without a column of their own, all of whose columns are 0; sorted bytewise.
  std::vector<std::string> dropped_levels = {};
  /// The column has no encoded column at all; new rows need not have it.
  bool is_dropped = false;

  bool operator==(const EncodedColumn&) const = default;
};

enum class UnseenLevel { kError, kZeros };

/// How missing feature cells are handled: rejected; filled with the mean of those present; their
/// row left out; replaced by what a probabilistic model expects.
enum class MissingCells { kError, kMean, kDropRow, kModel };

/// What a missing cell of a category is, before MissingCells is applied: missing, or a level.
enum class MissingCategory { kError, kLevel };

struct EncodeOptions {
  UnseenLevel unseen = UnseenLevel::kError;
  MissingCells missing = MissingCells::kError;
  /// kMean: one value per encoded column (a categorical cell becomes its levels' shares).
  Vector fill = {};
  /// false: a block of numbers alone is handed on whatever they are.
  bool looks_at_numbers = true;
};

/// Encoded rows, with the number of each in its block (kDropRow leaves some out).
struct EncodedBlock {
  RowsRef rows;  ///< rows x encoded columns; views storage or the block itself
  RowMatrix storage;
  /// Empty: every row of the block, in order (unless `rows` has none: then all were left out).
  std::vector<Index> kept_rows;

  EncodedBlock() = default;
  EncodedBlock(EncodedBlock&&) = default;
  EncodedBlock& operator=(EncodedBlock&&) = default;
  EncodedBlock(const EncodedBlock&) = delete;  // `rows` may view `storage`; moving keeps it valid
  EncodedBlock& operator=(const EncodedBlock&) = delete;
};

/// How columns of a table become columns of numbers: numeric ones as they are, categorical ones
/// one-hot with all levels kept.
class Encoding {
 public:
  Encoding() = default;

  /// Throws InvalidArgument unless names are distinct (also those of the encoded columns), levels
  /// are sorted, distinct, and none belong to a numeric or a dropped column.
  explicit Encoding(std::vector<EncodedColumn> columns);

  /// The encoding of one block by itself: its features and the levels it shows, sorted.  Under
  /// kDropRow only the rows that stay show levels.  Under kLevel a missing cell shows the level
  /// kMissingLevel, the same as a cell that reads so.
  static Encoding of(const RowBlock& block, MissingCells missing = MissingCells::kError,
                     MissingCategory missing_category = MissingCategory::kError);

  const std::vector<EncodedColumn>& columns() const { return columns_; }
  Index width() const { return static_cast<Index>(names_.size()); }

  /// Names of the encoded columns: `age`, `sex=Female`, `sex=Male`.
  const std::vector<std::string>& names() const { return names_; }

  /// The encoding with the levels of both.  Throws InvalidArgument, naming the columns, unless both
  /// have the same columns (in any order; this one's order is kept) with the same kinds, none of
  /// them dropped in one alone.
  Encoding merged_with(const Encoding& other) const;

  /// The encoding with only the encoded columns `kept`, which are in order.  A column that keeps
  /// none of them is dropped; a level that is not kept is known, but has no column.
  Encoding selected(const std::vector<Index>& kept) const;

  /// Encodes a block that has (at least) these columns, but for the dropped.  A block of numbers
  /// alone is not copied unless cells are missing.  Under kModel missing cells are NaN (all levels
  /// of a category). Throws InvalidArgument with row, column and value for missing cells,
  /// infinities, and levels the encoding does not have.
  EncodedBlock encode(const RowBlock& block, const EncodeOptions& options = {}) const;

  /// The features a source must deliver to be encoded (ColumnRoles::features): all but the dropped.
  std::vector<FeatureColumn> features() const;

  /// Columns whose missing cells are a level.
  std::vector<std::string> columns_with_missing_level() const;

  bool operator==(const Encoding& other) const { return columns_ == other.columns_; }

 private:
  std::vector<EncodedColumn> columns_;
  std::vector<std::string> names_;
};

}  // namespace fairpca
