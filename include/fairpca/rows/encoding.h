// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// One column of the table and how it becomes numbers.
struct EncodedColumn {
  FeatureColumn column;
  std::vector<std::string> levels;  ///< categorical: sorted bytewise, one 0/1 column each
  bool operator==(const EncodedColumn&) const = default;
};

enum class UnseenLevel { kError, kZeros };

/// How missing feature cells are handled: rejected; filled with the mean of those present; their
/// row left out; replaced by what a probabilistic model expects.
enum class MissingCells { kError, kMean, kDropRow, kModel };

struct EncodeOptions {
  UnseenLevel unseen = UnseenLevel::kError;
  MissingCells missing = MissingCells::kError;
  /// kMean: one value per encoded column (a categorical cell becomes its levels' shares).
  Vector fill = {};
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
  /// are sorted, distinct, and none belong to a numeric column.
  explicit Encoding(std::vector<EncodedColumn> columns);

  /// The encoding of one block by itself: its features and the levels it shows, sorted.  Under
  /// kDropRow only the rows that stay show levels.
  static Encoding of(const RowBlock& block, MissingCells missing = MissingCells::kError);

  const std::vector<EncodedColumn>& columns() const { return columns_; }
  Index width() const { return static_cast<Index>(names_.size()); }

  /// Names of the encoded columns: `age`, `sex=Female`, `sex=Male`.
  const std::vector<std::string>& names() const { return names_; }

  /// The encoding with the levels of both.  Throws InvalidArgument, naming the columns, unless both
  /// have the same columns (in any order; this one's order is kept) with the same kinds.
  Encoding merged_with(const Encoding& other) const;

  /// Encodes a block that has (at least) these columns.  A block of numbers alone is not copied
  /// unless cells are missing.  Under kModel missing cells are NaN (all levels of a category).
  /// Throws InvalidArgument with row, column and value for missing cells, infinities, and levels
  /// the encoding does not have.
  EncodedBlock encode(const RowBlock& block, const EncodeOptions& options = {}) const;

  /// The features a source must deliver to be encoded (ColumnRoles::features).
  std::vector<FeatureColumn> features() const;

  bool operator==(const Encoding& other) const { return columns_ == other.columns_; }

 private:
  std::vector<EncodedColumn> columns_;
  std::vector<std::string> names_;
};

}  // namespace fairpca
