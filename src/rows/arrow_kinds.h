// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "rows/arrow_chunk.h"

namespace fairpca {

/// Settles the kinds of the features of a stream: by their types, or by the first value of a
/// column of texts.
class ArrowKinds {
 public:
  /// Sets the kinds that types say; those `roles` say stay.  Throws InvalidArgument for columns
  /// with a role whose type cannot be used, and for dates among the features.
  ArrowKinds(const ArrowLayout& layout, const ColumnRoles& roles, Schema& schema);

  /// Whether every column of texts has shown a value.
  bool empty() const;

  /// Sets the kinds of the columns that have a value in the rows.
  void look_at(const ArrowCut& cut, Schema& schema);

  /// Throws InvalidArgument for columns of dates and, with `where` there are none, those without a
  /// value.  Otherwise these are categories.
  void finish(const std::string& where, Schema& schema) const;

 private:
  struct Column {
    std::size_t field = 0, feature = 0;
    bool has_dates = false;
  };
  bool stays_open(const ArrowCut& cut, Column& column, ColumnKind& kind);
  void reject_columns(const std::vector<Column>& columns, const std::string& where) const;

  const ArrowLayout& layout_;
  std::vector<Column> columns_;
  std::string scratch_;
};

}  // namespace fairpca
