// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "rows/arrow_types.h"

namespace fairpca {

/// An array that contradicts its schema or itself: the producer is at fault.
struct DamagedArray {
  std::string reason;
};

/// One bit per row; without bits, all are set.
struct ArrowBits {
  const std::uint8_t* bits = nullptr;
  std::int64_t first = 0;  ///< the bit of row 0

  bool at(std::int64_t row) const {
    const std::int64_t bit = first + row;
    return bits == nullptr || (bits[bit >> 3] >> (bit & 7) & 1) != 0;
  }
};

/// One column of a batch, checked as far as pointers can be: rows `0 .. rows` may be read.
struct ArrowColumn {
  const ArrowType* type = nullptr;
  std::int64_t rows = 0;
  std::int64_t first = 0;         ///< where row 0 stands in the buffers
  ArrowBits is_present;           ///< of the column itself
  ArrowBits parent_is_present;    ///< of the whole row
  const char* data = nullptr;     ///< cells, offsets, indices or views
  const char* texts = nullptr;    ///< kText
  std::int64_t text_buffers = 0;  ///< kTextView
  const void* const* buffers = nullptr;
  const char* text_buffer_bytes = nullptr;        ///< kTextView: their sizes, int64
  std::shared_ptr<const ArrowColumn> dictionary;  ///< kDictionary

  bool may_be_missing() const {
    return is_present.bits != nullptr || parent_is_present.bits != nullptr;
  }
  bool has(std::int64_t row) const { return is_present.at(row) && parent_is_present.at(row); }

  /// Cell `row` of the first buffer, which need not be aligned.
  template <class Cell>
  Cell cell(std::int64_t row) const {
    Cell cell;
    std::memcpy(&cell, data + (first + row) * static_cast<std::int64_t>(sizeof(Cell)),
                sizeof(Cell));
    return cell;
  }
  bool bit(std::int64_t row) const {
    return ArrowBits{reinterpret_cast<const std::uint8_t*>(data), first}.at(row);
  }
};

/// Rows `first .. first + rows` of an array.  Throws DamagedArray.
ArrowColumn arrow_column(const ArrowType& type, const ArrowArray& array, std::int64_t first,
                         std::int64_t rows);

}  // namespace fairpca
