// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_texts.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "files/half_float.h"
#include "rows/arrow_decimal.h"
#include "text/parse_number.h"

namespace fairpca {
namespace {

/// Cell `row`, a whole number of 1 to 8 bytes, extended to 64 bits.
std::int64_t whole_cell(const ArrowColumn& column, std::int64_t row) {
  const bool is_signed = column.type->is_signed;
  switch (column.type->bytes) {
    case 1:
      return is_signed ? column.cell<std::int8_t>(row) : column.cell<std::uint8_t>(row);
    case 2:
      return is_signed ? column.cell<std::int16_t>(row) : column.cell<std::uint16_t>(row);
    case 4:
      return is_signed ? std::int64_t{column.cell<std::int32_t>(row)}
                       : std::int64_t{column.cell<std::uint32_t>(row)};
    default:
      return column.cell<std::int64_t>(row);
  }
}

template <class Offset>
std::string_view text_between(const ArrowColumn& column, std::int64_t row) {
  const auto begin = static_cast<std::int64_t>(column.cell<Offset>(row));
  const auto end = static_cast<std::int64_t>(column.cell<Offset>(row + 1));
  if (begin < 0 || end < begin) {
    throw DamagedArray{fmt::format("a text from byte {} to byte {}", begin, end)};
  }
  if (begin == end) return "";
  if (column.texts == nullptr) throw DamagedArray{"an array of texts without bytes"};
  return {column.texts + begin, static_cast<std::size_t>(end - begin)};
}

/// Up to 12 bytes stand in the view itself; of others it says in which buffer and where.
std::string_view viewed_text(const ArrowColumn& column, std::int64_t row) {
  constexpr std::int32_t kInside = 12;
  struct View {
    std::int32_t bytes, prefix, buffer, offset;
  };
  const auto view = column.cell<View>(row);
  if (view.bytes < 0) throw DamagedArray{fmt::format("a text of {} bytes", view.bytes)};
  const auto bytes = static_cast<std::size_t>(view.bytes);
  if (view.bytes <= kInside) {
    return {column.data + (column.first + row) * column.type->bytes + sizeof(view.bytes), bytes};
  }
  if (view.buffer < 0 || view.buffer >= column.text_buffers) {
    throw DamagedArray{fmt::format("a text in buffer {} of {}", view.buffer, column.text_buffers)};
  }
  std::int64_t size = 0;
  std::memcpy(&size,
              column.text_buffer_bytes + sizeof(size) * static_cast<std::size_t>(view.buffer),
              sizeof(size));
  const void* const buffer = column.buffers[view.buffer];
  if (view.offset < 0 || std::int64_t{view.offset} + view.bytes > size || buffer == nullptr) {
    throw DamagedArray{fmt::format("a text of {} bytes at byte {} of a buffer of {}", view.bytes,
                                   view.offset, size)};
  }
  return {static_cast<const char*>(buffer) + view.offset, bytes};
}

std::string_view text_of(const ArrowColumn& column, std::int64_t row) {
  if (column.type->kind == ArrowKind::kTextView) return viewed_text(column, row);
  return column.type->bytes == 4 ? text_between<std::int32_t>(column, row)
                                 : text_between<std::int64_t>(column, row);
}

/// The bytes of a short text, and how many they are.
std::optional<std::uint64_t> key_of_text(std::string_view text) {
  if (text.size() > 7) return std::nullopt;
  std::uint64_t key = 0;
  std::memcpy(&key, text.data(), text.size());
  return key | std::uint64_t{text.size()} << 56;
}

/// As Python writes it: the shortest text that is read as the same number, with a point.  Of NaN
/// nothing.
template <class Float>
void write_float(Float value, std::string& out) {
  out = std::isnan(value) ? std::string() : fmt::format("{}", value);
  if (std::isfinite(value) && out.find_first_of(".e") == out.npos) out += ".0";
}

/// As known levels spell it, if they do.
template <class Float>
void write_known_float(Float value, const CellSpelling& spelling, std::string& out) {
  const auto known = std::isnan(value) ? spelling.floats.end() : spelling.floats.find(value);
  if (known == spelling.floats.end()) {
    write_float(value, out);
  } else {
    out = known->second;
  }
}

void write_number(const ArrowColumn& column, std::int64_t row, const CellSpelling& spelling,
                  std::string& out) {
  const ArrowType& type = *column.type;
  if (type.kind == ArrowKind::kDecimal) {
    out = decimal_text(column, row);
  } else if (type.kind == ArrowKind::kInteger) {
    const std::int64_t value = whole_cell(column, row);
    out = type.is_signed ? fmt::format("{}", value)
                         : fmt::format("{}", static_cast<std::uint64_t>(value));
  } else if (type.bytes == 8) {
    write_known_float(column.cell<double>(row), spelling, out);
  } else {
    write_known_float(
        type.bytes == 4 ? column.cell<float>(row) : half_float(column.cell<std::uint16_t>(row)),
        spelling, out);
  }
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

std::string date_text(std::int64_t days) {
  constexpr std::int64_t kMostDays = 11'000'000;  // years -32767 to 32767 are what chrono knows
  if (days > kMostDays || days < -kMostDays) return fmt::format("day {} from 1970-01-01", days);
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{static_cast<int>(days)}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

/// A time of day: hours, minutes, seconds, and as many places of a second as a tick has.
std::string clock_text(std::int64_t ticks, std::int64_t per_second) {
  const std::int64_t seconds = floor_divide(ticks, per_second);
  const std::int64_t rest = (ticks % per_second + per_second) % per_second;
  std::string text =
      fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (per_second == 1) return text;
  const int places = per_second == 1'000 ? 3 : per_second == 1'000'000 ? 6 : 9;
  return fmt::format("{}.{:0{}}", text, rest, places);
}

void write_time(const ArrowColumn& column, std::int64_t row, std::string& out) {
  constexpr std::int64_t kSecondsPerDay = 86'400;
  const ArrowType& type = *column.type;
  const std::int64_t value = whole_cell(column, row);
  if (type.kind == ArrowKind::kDate) {
    out = date_text(floor_divide(value, type.ticks));
  } else if (type.kind == ArrowKind::kTime) {
    out = clock_text(value, type.ticks);
  } else {
    const std::int64_t per_day = type.ticks * kSecondsPerDay;
    const std::int64_t rest = value % per_day;
    out = fmt::format("{} {}{}", date_text(floor_divide(value, per_day)),
                      clock_text(rest < 0 ? rest + per_day : rest, type.ticks),
                      type.has_zone ? "Z" : "");
  }
}

std::optional<std::string_view> dictionary_text(const ArrowColumn& column, std::int64_t row,
                                                const CellSpelling& spelling,
                                                std::string& scratch) {
  const std::int64_t index = whole_cell(column, row);
  if (index < 0 || index >= column.dictionary->rows) {
    throw DamagedArray{fmt::format("index {} into a dictionary of {}",
                                   column.type->is_signed
                                       ? fmt::format("{}", index)
                                       : fmt::format("{}", static_cast<std::uint64_t>(index)),
                                   column.dictionary->rows)};
  }
  return arrow_text(*column.dictionary, index, spelling, scratch);
}

std::string lower_letters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return out;
}

/// Floats of a column: those that known levels spell otherwise than write_float does.
template <class Float>
std::map<double, std::string> known_floats(const std::vector<std::string>& levels) {
  std::map<double, std::string> floats;
  for (const std::string& level : levels) {
    double number = 0;
    if (read_number(level, number) != NumberText::kFinite) continue;
    if (std::abs(number) > std::numeric_limits<Float>::max()) continue;
    const auto value = static_cast<Float>(number);
    std::string own;
    write_float(value, own);
    const bool is_known = std::find(levels.begin(), levels.end(), own) != levels.end();
    if (!is_known) floats.emplace(value, level);
  }
  return floats;
}

}  // namespace

CellSpelling spelling_of(const ArrowType& type, const std::vector<std::string>& known_levels) {
  CellSpelling spelling;
  for (const std::string& level : known_levels) {
    if (lower_letters(level) == "true") spelling.yes = level;
    if (lower_letters(level) == "false") spelling.no = level;
  }
  const ArrowType& cells = type.dictionary ? *type.dictionary : type;
  if (cells.kind == ArrowKind::kFloat) {
    spelling.floats =
        cells.bytes == 8 ? known_floats<double>(known_levels) : known_floats<float>(known_levels);
  }
  return spelling;
}

std::optional<std::string_view> arrow_text(const ArrowColumn& column, std::int64_t row,
                                           const CellSpelling& spelling, std::string& scratch) {
  if (!column.has(row)) return std::nullopt;
  switch (column.type->kind) {
    case ArrowKind::kNull:
      return std::nullopt;
    case ArrowKind::kBoolean:
      return column.bit(row) ? spelling.yes : spelling.no;
    case ArrowKind::kText:
    case ArrowKind::kTextView:
      return text_of(column, row);
    case ArrowKind::kDictionary:
      return dictionary_text(column, row, spelling, scratch);
    case ArrowKind::kInteger:
    case ArrowKind::kFloat:
    case ArrowKind::kDecimal:
      write_number(column, row, spelling, scratch);
      return scratch;
    case ArrowKind::kDate:
    case ArrowKind::kTimestamp:
    case ArrowKind::kTime:
      write_time(column, row, scratch);
      return scratch;
    case ArrowKind::kOther:
      break;
  }
  return column.type->found;
}

std::optional<std::uint64_t> arrow_key(const ArrowColumn& column, std::int64_t row) {
  const ArrowType& type = *column.type;
  if (type.kind == ArrowKind::kBoolean) return column.bit(row) ? 1 : 0;
  if (type.is_text()) return key_of_text(text_of(column, row));
  if (type.kind == ArrowKind::kNull || type.kind == ArrowKind::kOther || type.bytes > 8) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(whole_cell(column, row));
}

}  // namespace fairpca
