// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rows/arrow_levels.h"
#include "rows/arrow_stream.h"

namespace fairpca {

/// A column of a stream.
struct ArrowField {
  std::string name;
  std::string given;  ///< by the producer: names that are there twice are changed
  ArrowType type;
  std::int64_t child = 0;  ///< its number in the batches
  ColumnUses uses;
  CellSpelling spelling;
  mutable std::atomic<bool> is_rounded = false;  ///< a whole number of it did not fit a double
};

/// What decoding takes to know; the same for all batches of a stream.
struct ArrowLayout {
  std::string name;  ///< of the source, for messages
  bool kinds_given = false;
  bool as_text = false;           ///< columns may hold anything
  std::int64_t children = 0;      ///< columns of a batch
  std::deque<ArrowField> fields;  ///< not those that pandas made of an index
  std::shared_ptr<const Schema> schema;
  MissingMarks missing;
};

/// A batch of rows, released with the last chunk that shows some of them.
class ArrowRecords {
 public:
  /// Checks the columns that are used.  Throws IoError where the batch does not fit the layout.
  ArrowRecords(OwnedArrow<ArrowArray> array, const ArrowLayout& layout);

  std::int64_t rows() const { return array_->length; }
  /// Column `field` of the layout, which must have a use.
  const ArrowColumn& column(std::size_t field) const { return columns_[field]; }

 private:
  OwnedArrow<ArrowArray> array_;
  std::vector<ArrowColumn> columns_;
};

}  // namespace fairpca
