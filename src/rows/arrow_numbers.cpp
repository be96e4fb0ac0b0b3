// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_numbers.h"

#include <bit>
#include <limits>

#include "files/half_float.h"
#include "rows/arrow_decimal.h"

namespace fairpca {
namespace {

/// A few columns at once, row by row: what is written fills cache lines, and the processor foresees
/// what is read of so few columns.
template <class Cell, std::size_t kColumns>
void copy_beside(NumberColumns columns, std::int64_t first, Index count, double* out,
                 Index stride) {
  const char* cells[kColumns];
  for (std::size_t j = 0; j < kColumns; ++j) {
    cells[j] =
        columns[j]->data + (columns[j]->first + first) * static_cast<std::int64_t>(sizeof(Cell));
  }
  for (Index i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      Cell cell;  // which need not be aligned
      std::memcpy(&cell, cells[j] + i * static_cast<Index>(sizeof(Cell)), sizeof(Cell));
      out[i * stride + static_cast<Index>(j)] = static_cast<double>(cell);
    }
  }
}

template <class Cell>
void copy_cells(NumberColumns columns, std::int64_t first, Index count, double* out, Index stride) {
  constexpr std::size_t kMost = 8, kHalf = 4;  // doubles of a cache line
  for (; columns.size() >= kMost; columns = columns.subspan(kMost), out += kMost) {
    copy_beside<Cell, kMost>(columns, first, count, out, stride);
  }
  for (; columns.size() >= kHalf; columns = columns.subspan(kHalf), out += kHalf) {
    copy_beside<Cell, kHalf>(columns, first, count, out, stride);
  }
  for (; !columns.empty(); columns = columns.subspan(1), ++out) {
    copy_beside<Cell, 1>(columns, first, count, out, stride);
  }
}

template <class Cell>
std::uint64_t magnitude_of(Cell cell) {
  const auto bits = static_cast<std::uint64_t>(cell);
  return cell < 0 ? 0 - bits : bits;
}

/// Whether a cell that is there was rounded.
template <class Cell>
bool rounds_cells(const ArrowColumn& column, std::int64_t first, Index count) {
  constexpr std::uint64_t kAllExact = std::uint64_t{1} << 53;
  bool any = false;
  for (Index i = 0; i < count; ++i) {
    any |= magnitude_of(column.cell<Cell>(first + i)) > kAllExact;
  }
  for (Index i = 0; any && i < count; ++i) {
    const std::int64_t row = first + i;
    if (column.has(row) && !is_exact(magnitude_of(column.cell<Cell>(row)))) return true;
  }
  return false;
}

void copy_halves(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                 Index stride) {
  for (Index i = 0; i < count; ++i) {
    out[i * stride] = half_float(column.cell<std::uint16_t>(first + i));
  }
}

void copy_decimals(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                   Index stride) {
  for (Index i = 0; i < count; ++i) {
    out[i * stride] = column.has(first + i) ? decimal_number(column, first + i) : 0;
  }
}

/// NaN where a bit is not set; bytes of set bits are stepped over at once.
void clear_missing(const ArrowBits& bits, std::int64_t first, Index count, double* out,
                   Index stride) {
  if (bits.bits == nullptr) return;
  for (Index i = 0; i < count;) {
    const std::int64_t bit = bits.first + first + i;
    if ((bit & 7) == 0 && i + 8 <= count && bits.bits[bit >> 3] == 0xff) {
      i += 8;
      continue;
    }
    if (!bits.at(first + i)) out[i * stride] = std::numeric_limits<double>::quiet_NaN();
    ++i;
  }
}

template <class Signed, class Unsigned>
void copy_wholes(NumberColumns columns, std::int64_t first, Index count, double* out,
                 Index stride) {
  if (columns.front()->type->is_signed) {
    copy_cells<Signed>(columns, first, count, out, stride);
  } else {
    copy_cells<Unsigned>(columns, first, count, out, stride);
  }
}

void copy_floats(NumberColumns columns, std::int64_t first, Index count, double* out,
                 Index stride) {
  switch (columns.front()->type->bytes) {
    case 2:
      for (const ArrowColumn* column : columns) copy_halves(*column, first, count, out++, stride);
      break;
    case 4:
      copy_cells<float>(columns, first, count, out, stride);
      break;
    default:
      copy_cells<double>(columns, first, count, out, stride);
  }
}

void copy_present(NumberColumns columns, std::int64_t first, Index count, double* out,
                  Index stride) {
  const ArrowType& type = *columns.front()->type;
  if (type.kind == ArrowKind::kDecimal) {
    for (const ArrowColumn* column : columns) copy_decimals(*column, first, count, out++, stride);
    return;
  }
  if (type.kind == ArrowKind::kFloat) {
    copy_floats(columns, first, count, out, stride);
    return;
  }
  switch (type.bytes) {
    case 1:
      copy_wholes<std::int8_t, std::uint8_t>(columns, first, count, out, stride);
      break;
    case 2:
      copy_wholes<std::int16_t, std::uint16_t>(columns, first, count, out, stride);
      break;
    case 4:
      copy_wholes<std::int32_t, std::uint32_t>(columns, first, count, out, stride);
      break;
    default:
      copy_wholes<std::int64_t, std::uint64_t>(columns, first, count, out, stride);
  }
}

}  // namespace

bool is_exact(std::uint64_t magnitude) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= kDigits;
}

void copy_numbers(NumberColumns columns, std::int64_t first, Index count, double* out,
                  Index stride) {
  if (columns.empty()) return;
  copy_present(columns, first, count, out, stride);
  for (const ArrowColumn* column : columns) {
    clear_missing(column->is_present, first, count, out, stride);
    clear_missing(column->parent_is_present, first, count, out, stride);
    ++out;
  }
}

bool rounds_numbers(const ArrowColumn& column, std::int64_t first, Index count) {
  const ArrowType& type = *column.type;
  if (type.kind == ArrowKind::kDecimal && type.scale == 0) {
    for (std::int64_t row = first; row < first + count; ++row) {
      if (column.has(row) && is_rounded_whole(column, row)) return true;
    }
  }
  if (type.kind != ArrowKind::kInteger || type.bytes != 8) return false;
  return type.is_signed ? rounds_cells<std::int64_t>(column, first, count)
                        : rounds_cells<std::uint64_t>(column, first, count);
}

}  // namespace fairpca
