// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/rows/encoding.h"

namespace fairpca {

/// Weighted means of the cells that are present, column by column: what missing cells are filled
/// with.  A category's mean is the share of each level.
class ColumnMeans {
 public:
  ColumnMeans() = default;
  /// Under kLevel a missing category is the level kMissingLevel.
  explicit ColumnMeans(const RowBlock& block,
                       MissingCategory missing_category = MissingCategory::kError);

  /// Adds the rows of another block of the same table.
  void merge(const ColumnMeans& other);

  /// The encoding with all levels met.
  Encoding encoding() const;

  /// One value per encoded column.  Throws InvalidArgument for a column without any cell.
  Vector fill() const;

  struct Column {
    FeatureColumn feature;
    double weight = 0;                            // of the cells present
    double mean = 0;                              // numeric
    std::map<std::string, double> level_weights;  // categorical
    bool missing_is_level = false;
  };
  const std::vector<Column>& columns() const { return columns_; }
  /// Of columns that other machines have seen.
  explicit ColumnMeans(std::vector<Column> columns) : columns_(std::move(columns)) {}

 private:
  std::vector<Column> columns_;
};

}  // namespace fairpca
