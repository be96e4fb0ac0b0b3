// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rows/csv_chunk.h"
#include "rows/csv_records.h"

namespace fairpca {

/// The features whose first value has not been met: until then nobody knows whether they are
/// numbers or categories.
class UnsettledKinds {
 public:
  /// All features of `schema` except those `roles` say the kind of.
  UnsettledKinds(const CsvLayout& layout, const ColumnRoles& roles, const Schema& schema);

  bool empty() const { return columns_.empty(); }

  /// Sets the kind of the features that have a value in `text`.
  void look_at(const CsvText& text, Schema& schema);

  /// Throws InvalidArgument naming the features without a value `where`, if there are any.
  void reject_rest(const std::string& where) const;

 private:
  struct Column {
    std::size_t position = 0, feature = 0;
  };
  void look_at(std::string_view record, Schema& schema);
  bool settle(std::string_view cell, ColumnKind& kind);

  const CsvLayout& layout_;
  std::vector<Column> columns_;  ///< by position
  std::string scratch_;
};

}  // namespace fairpca
