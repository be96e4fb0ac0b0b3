// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_column.h"

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr std::int64_t kLargestArray = std::int64_t{1} << 48;

void check_array_lengths(const ArrowArray& array, std::int64_t first, std::int64_t rows) {
  if (array.length < 0 || array.offset < 0 || array.length > kLargestArray ||
      array.offset > kLargestArray) {
    throw DamagedArray{
        fmt::format("an array of length {} at offset {}", array.length, array.offset)};
  }
  if (first > array.length || rows > array.length - first) {
    throw DamagedArray{
        fmt::format("an array of {} cells where {} are needed", array.length, first + rows)};
  }
}

std::int64_t buffers_needed(const ArrowType& type) {
  switch (type.kind) {
    case ArrowKind::kNull:
      return 0;
    case ArrowKind::kText:
      return 3;
    default:
      return 2;
  }
}

void check_array_buffers(const ArrowType& type, const ArrowArray& array) {
  const std::int64_t needed = buffers_needed(type);
  if (array.n_buffers < needed || array.n_buffers > kLargestArray ||
      (needed > 0 && array.buffers == nullptr)) {
    throw DamagedArray{fmt::format("an array of {} with {} buffers", type.found, array.n_buffers)};
  }
}

void find_text_buffers(const ArrowArray& array, ArrowColumn& column) {
  column.text_buffers = array.n_buffers > 3 ? array.n_buffers - 3 : 0;
  column.buffers = array.buffers + 2;
  if (column.text_buffers == 0) return;
  column.text_buffer_bytes = static_cast<const char*>(array.buffers[array.n_buffers - 1]);
  if (column.text_buffer_bytes == nullptr) {
    throw DamagedArray{"an array of texts without the sizes of its buffers"};
  }
}

}  // namespace

ArrowColumn arrow_column(const ArrowType& type, const ArrowArray& array, std::int64_t first,
                         std::int64_t rows) {
  check_array_lengths(array, first, rows);
  check_array_buffers(type, array);
  ArrowColumn column;
  column.type = &type;
  column.rows = rows;
  column.first = array.offset + first;
  if (type.kind == ArrowKind::kNull) return column;
  column.is_present = {static_cast<const std::uint8_t*>(array.buffers[0]), column.first};
  column.data = static_cast<const char*>(array.buffers[1]);
  if (column.data == nullptr && rows > 0) {
    throw DamagedArray{fmt::format("an array of {} without cells", type.found)};
  }
  if (type.kind == ArrowKind::kText) column.texts = static_cast<const char*>(array.buffers[2]);
  if (type.kind == ArrowKind::kTextView) find_text_buffers(array, column);
  if (type.kind == ArrowKind::kDictionary) {
    if (array.dictionary == nullptr) throw DamagedArray{"indices without a dictionary"};
    column.dictionary = std::make_shared<const ArrowColumn>(
        arrow_column(*type.dictionary, *array.dictionary, 0, array.dictionary->length));
  }
  return column;
}

}  // namespace fairpca
