// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// A table in memory; it views what the caller owns and must outlive the source built on it.
struct Table {
  Schema schema;
  RowsRef numeric;                       ///< n x numeric features
  std::vector<LevelColumn> categorical;  ///< as in RowBlock, for all rows
  std::vector<LevelColumn> protected_levels;
  LevelColumn label;
  std::vector<LevelColumn> kept;  ///< one per Schema::kept; missing cells are empty texts
  std::vector<double> weights;
  Index rows = 0;
};

/// Rows of a table in memory, in chunks of `kRowsPerChunk` rows; a chunk of numbers is a view.
class MatrixRows final : public RowSource {
 public:
  static constexpr Index kRowsPerChunk = 4096;

  /// Throws InvalidArgument when columns differ in length or a code is out of range.
  explicit MatrixRows(Table table);

  /// A matrix without protected columns; its features are named x1..xp.
  explicit MatrixRows(RowsRef rows);

  const Schema& schema() const override;
  std::unique_ptr<RowChunk> next() override;
  void rewind() override;
  bool numbers_stay() const override { return true; }
  double fraction_read() const override;

 private:
  std::shared_ptr<const Table> table_;
  std::shared_ptr<const Schema> schema_;
  Index next_row_ = 0;
};

}  // namespace fairpca
