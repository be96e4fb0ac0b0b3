// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_numbers.h"

#include <bit>
#include <limits>

#include "files/half_float.h"
#include "rows/arrow_decimal.h"

namespace fairpca {
namespace {

template <class Cell>
void copy_cells(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                Index stride) {
  for (Index i = 0; i < count; ++i) {
    out[i * stride] = static_cast<double>(column.cell<Cell>(first + i));
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
void copy_wholes(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                 Index stride) {
  if (column.type->is_signed) {
    copy_cells<Signed>(column, first, count, out, stride);
  } else {
    copy_cells<Unsigned>(column, first, count, out, stride);
  }
}

bool copy_present(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                  Index stride) {
  const ArrowType& type = *column.type;
  if (type.kind == ArrowKind::kDecimal) {
    copy_decimals(column, first, count, out, stride);
    return false;
  }
  const bool is_float = type.kind == ArrowKind::kFloat;
  switch (type.bytes) {
    case 1:
      copy_wholes<std::int8_t, std::uint8_t>(column, first, count, out, stride);
      return false;
    case 2:
      if (is_float) {
        copy_halves(column, first, count, out, stride);
      } else {
        copy_wholes<std::int16_t, std::uint16_t>(column, first, count, out, stride);
      }
      return false;
    case 4:
      if (is_float) {
        copy_cells<float>(column, first, count, out, stride);
      } else {
        copy_wholes<std::int32_t, std::uint32_t>(column, first, count, out, stride);
      }
      return false;
    default:
      break;
  }
  if (is_float) {
    copy_cells<double>(column, first, count, out, stride);
    return false;
  }
  copy_wholes<std::int64_t, std::uint64_t>(column, first, count, out, stride);
  return type.is_signed ? rounds_cells<std::int64_t>(column, first, count)
                        : rounds_cells<std::uint64_t>(column, first, count);
}

}  // namespace

bool is_exact(std::uint64_t magnitude) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= kDigits;
}

bool copy_numbers(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                  Index stride) {
  const bool is_rounded = copy_present(column, first, count, out, stride);
  clear_missing(column.is_present, first, count, out, stride);
  clear_missing(column.parent_is_present, first, count, out, stride);
  return is_rounded;
}

}  // namespace fairpca
