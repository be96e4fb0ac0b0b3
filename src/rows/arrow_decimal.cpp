// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_decimal.h"

#include <array>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "text/parse_number.h"

namespace fairpca {
namespace {

static_assert(std::endian::native == std::endian::little, "Arrow's buffers are of this machine");

/// |value| of a whole number of up to 256 bits, the lowest 64 first, and its sign.
struct WideWhole {
  std::array<std::uint64_t, 4> parts = {};
  bool is_negative = false;
};

WideWhole wide_whole(const ArrowColumn& column, std::int64_t row) {
  WideWhole whole;
  const auto bytes = static_cast<std::size_t>(column.type->bytes);
  const char* const at = column.data + (column.first + row) * column.type->bytes;
  whole.is_negative = (static_cast<unsigned char>(at[bytes - 1]) & 0x80U) != 0;
  if (whole.is_negative) whole.parts.fill(~std::uint64_t{0});
  std::memcpy(whole.parts.data(), at, bytes);
  if (!whole.is_negative) return whole;
  bool carry = true;  // two's complement
  for (std::uint64_t& part : whole.parts) {
    part = ~part + (carry ? 1 : 0);
    carry = carry && part == 0;
  }
  return whole;
}

/// Divides by 10^9 and returns the rest.
std::uint32_t divide_by_billion(std::array<std::uint64_t, 4>& parts) {
  constexpr std::uint64_t kBillion = 1'000'000'000;
  std::uint64_t rest = 0;
  for (std::size_t i = parts.size(); i-- > 0;) {
    const std::uint64_t high = rest << 32 | parts[i] >> 32;
    const std::uint64_t low = (high % kBillion) << 32 | (parts[i] & 0xffffffffU);
    parts[i] = (high / kBillion) << 32 | low / kBillion;
    rest = low % kBillion;
  }
  return static_cast<std::uint32_t>(rest);
}

std::string digits_of(WideWhole whole) {
  std::string digits;
  const auto is_zero = [&] { return whole.parts == std::array<std::uint64_t, 4>{}; };
  do {
    const std::uint32_t rest = divide_by_billion(whole.parts);
    digits = is_zero() ? fmt::format("{}{}", rest, digits) : fmt::format("{:09}{}", rest, digits);
  } while (!is_zero());
  return digits;
}

}  // namespace

std::string decimal_text(const ArrowColumn& column, std::int64_t row) {
  const WideWhole whole = wide_whole(column, row);
  std::string digits = digits_of(whole);
  const int scale = column.type->scale;
  if (scale < 0 && digits != "0") digits.append(static_cast<std::size_t>(-scale), '0');
  if (scale > 0) {
    const auto places = static_cast<std::size_t>(scale);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
  }
  return whole.is_negative ? fmt::format("-{}", digits) : digits;
}

bool is_rounded_whole(const ArrowColumn& column, std::int64_t row) {
  if (column.type->scale != 0) return false;
  const WideWhole whole = wide_whole(column, row);
  int lowest = -1, highest = -1;  // bits that are set
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t part = whole.parts[static_cast<std::size_t>(i)];
    if (part == 0) continue;
    if (lowest < 0) lowest = 64 * i + std::countr_zero(part);
    highest = 64 * i + static_cast<int>(std::bit_width(part)) - 1;
  }
  return highest - lowest >= std::numeric_limits<double>::digits;
}

double decimal_number(const ArrowColumn& column, std::int64_t row) {
  const WideWhole whole = wide_whole(column, row);
  double value = 0;
  if (whole.parts[1] == 0 && whole.parts[2] == 0 && whole.parts[3] == 0) {
    const parse_number::Decimal decimal{.digits = whole.parts[0],
                                        .exponent = -column.type->scale,
                                        .digit_count = 1,
                                        .negative = whole.is_negative};
    if (parse_number::convert_exactly(decimal, value)) return value;
  }
  if (read_number(decimal_text(column, row), value) == NumberText::kFinite) return value;
  const double infinity = std::numeric_limits<double>::infinity();
  return whole.is_negative ? -infinity : infinity;
}

}  // namespace fairpca
