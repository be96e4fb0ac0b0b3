// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rows/csv_chunk.h"
#include "rows/csv_records.h"

namespace fairpca {

/// The features whose first value has not been met: until then nobody knows whether they are
/// numbers or categories.  Those of which all values so far are dates or times are looked at as
/// long as others are, and at least to the end of the chunk they begin in.
class UnsettledKinds {
 public:
  /// All features of `schema` except those `roles` say the kind of.
  UnsettledKinds(const CsvLayout& layout, const ColumnRoles& roles, const Schema& schema);

  /// Whether every feature has shown a value.
  bool empty() const;

  /// Sets the kind of the features that have a value in `text`.
  void look_at(const CsvText& text, Schema& schema);

  /// Throws InvalidArgument naming the features without a value `where` and those of dates, if
  /// there are any.
  void reject_rest(const std::string& where) const;

 private:
  struct Column {
    std::size_t position = 0, feature = 0;
    bool has_dates = false;
  };
  void look_at(std::string_view record, Schema& schema);
  bool stays_open(std::string_view cell, Column& column, ColumnKind& kind);

  const CsvLayout& layout_;
  std::vector<Column> columns_;  ///< by position
  std::string scratch_;
};

}  // namespace fairpca
