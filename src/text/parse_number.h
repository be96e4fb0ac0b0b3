// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/eight_digits.h"

namespace fairpca {

/// What a text is as a number.
enum class NumberText { kFinite, kInfinite, kTooLarge, kNone };

/// Reads all of `text`, without spaces around it: an optional sign, decimal digits with an optional
/// point, an optional exponent.  The value is the double nearest to the decimal (ties to even);
/// what is too small for any becomes zero.  inf and infinity, in any case, are kInfinite; no locale
/// plays a part.
NumberText read_number(std::string_view text, double& value);

namespace parse_number {

/// A decimal scanned but not yet converted: digits * 10^exponent.
struct Decimal {
  std::uint64_t digits = 0;
  std::int64_t exponent = 0;
  std::int64_t digit_count = 0;  ///< leading zeros counted too; beyond 19 `digits` may have wrapped
  bool negative = false;
};

inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') <= 9;
}

/// Steps over the digits at the start of [at, end) and appends them to `digits`.
inline const char* scan_digits(const char* at, const char* end, std::uint64_t& digits) {
  while (end - at >= 8) {
    const std::uint64_t word = eight_digits::load(at) ^ eight_digits::kZeros;
    const std::uint64_t others = eight_digits::not_digits(word);
    if (others == 0) {
      digits = 100'000'000 * digits + eight_digits::value(word);
      at += 8;
      continue;
    }
    const int count = std::countr_zero(others) / 8;
    const std::uint64_t last = eight_digits::last(word, count);
    digits = eight_digits::kPowersOfTen[count] * digits + eight_digits::value(last);
    return at + count;
  }
  for (; at != end && is_digit(*at); ++at) {
    digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
  }
  return at;
}

/// Steps over the decimal at the start of [at, end); null when none stands there.
inline const char* scan(const char* at, const char* end, Decimal& decimal) {
  if (at != end && (*at == '-' || *at == '+')) decimal.negative = *at++ == '-';
  const char* const whole = at;
  std::uint64_t digits = 0;
  at = scan_digits(at, end, digits);
  std::int64_t count = at - whole;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    at = scan_digits(at, end, digits);
    decimal.exponent = fraction - at;
    count += at - fraction;
  }
  if (count == 0) return nullptr;
  decimal.digits = digits;
  decimal.digit_count = count;
  if (at == end || (*at | 0x20) != 'e') return at;
  if (++at == end) return nullptr;
  const bool negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  if (at == end || !is_digit(*at)) return nullptr;
  std::int64_t exponent = 0;
  constexpr std::int64_t kBeyondAny = 1'000'000'000;
  for (; at != end && is_digit(*at); ++at) {
    if (exponent < kBeyondAny) exponent = 10 * exponent + (*at - '0');
  }
  decimal.exponent += negative ? -exponent : exponent;
  return at;
}

inline double with_sign(double magnitude, bool negative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative}
                                                                             << 63);
}

/// Converts where one correctly rounded operation on exact doubles does it (Clinger 1990): the
/// digits and the power of ten both fit in 53 bits.
inline bool convert_exactly(const Decimal& decimal, double& value) {
  constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::uint64_t kMaxExact = std::uint64_t{1} << 53;
  if (decimal.digit_count > 19 || decimal.digits > kMaxExact || decimal.exponent < -22 ||
      decimal.exponent > 22) {
    return false;
  }
  const auto digits = static_cast<double>(static_cast<std::int64_t>(decimal.digits));
  const double magnitude = decimal.exponent < 0 ? digits / kPowersOfTen[-decimal.exponent]
                                                : digits * kPowersOfTen[decimal.exponent];
  value = with_sign(magnitude, decimal.negative);
  return true;
}

/// digits * 10^exponent, rounded to the nearest double by one product of 64 by 64 bits; false where
/// that cannot tell, about once in a thousand times, or for exponents beyond 27.
bool convert_by_product(std::uint64_t digits, std::int64_t exponent, double& magnitude);

// In a table signs, digits and their number vary from cell to cell: no branch of the next two
// functions depends on them.

/// Reads a decimal with at most eight characters behind its sign and no exponent, all of [begin,
/// end); false for other text.  Nine bytes must be readable at `begin`.
inline bool read_short(const char* begin, const char* end, double& value) {
  constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  const bool negative = *begin == '-';
  begin += negative;
  const std::ptrdiff_t length = end - begin;
  if (length < 1 || length > 8) return false;
  const std::ptrdiff_t unused = 8 * (8 - length);
  const std::uint64_t unused_bits = (std::uint64_t{1} << unused) - 1;
  std::uint64_t text = eight_digits::load(begin) << unused | (eight_digits::kZeros & unused_bits);
  const std::uint64_t point = eight_digits::first_point(text);
  int decimals = 0;
  if (point != 0) {
    if (length == 1) return false;
    const std::uint64_t before = (point >> 7) - 1, up_to = (point << 1) - 1;
    text = (text & ~up_to) | (text & before) << 8 | '0';
    decimals = 7 - std::countr_zero(point) / 8;
  }
  const std::uint64_t digits = text ^ eight_digits::kZeros;
  if (eight_digits::not_digits(digits) != 0) return false;
  // Exact doubles and one rounding, as in convert_exactly().
  const auto whole = static_cast<double>(static_cast<std::int64_t>(eight_digits::value(digits)));
  value = with_sign(whole / kPowersOfTen[decimals], negative);
  return true;
}

/// Reads a decimal with up to seven digits before its point, 8 to 24 behind it, at most 19 of them
/// that count, and no exponent, all of [begin, end); false for other text and where rounding takes
/// more.  Forty bytes must be readable at `begin`.
inline bool read_long(const char* begin, const char* end, double& value) {
  using eight_digits::kZeros;
  const bool negative = *begin == '-';
  begin += negative;
  const std::uint64_t first = eight_digits::load(begin);
  const std::uint64_t point = eight_digits::first_point(first);
  if (point == 0) return false;
  const int before = std::countr_zero(point) / 8;
  const char* const fraction = begin + before + 1;
  const std::ptrdiff_t behind = end - fraction;
  if (behind < 8 || behind > 24) return false;
  const int second = static_cast<int>(behind < 16 ? behind - 8 : 8);
  const int third = static_cast<int>(behind - 8) - second;
  const std::uint64_t words[] = {
      eight_digits::last(first ^ kZeros, before), eight_digits::load(fraction) ^ kZeros,
      eight_digits::last(eight_digits::load(fraction + 8) ^ kZeros, second),
      eight_digits::last(eight_digits::load(fraction + 16) ^ kZeros, third)};
  std::uint64_t others = 0;
  for (const std::uint64_t word : words) others |= eight_digits::not_digits(word);
  const std::uint64_t whole = eight_digits::value(words[0]);
  if (others != 0 || behind + (whole == 0 ? 0 : before) > 19) return false;
  std::uint64_t digits = 100'000'000 * whole + eight_digits::value(words[1]);
  digits = eight_digits::kPowersOfTen[second] * digits + eight_digits::value(words[2]);
  digits = eight_digits::kPowersOfTen[third] * digits + eight_digits::value(words[3]);
  double magnitude = 0;
  if (!convert_by_product(digits, -behind, magnitude)) return false;
  value = with_sign(magnitude, negative);
  return true;
}

/// The decimal in [begin, end), which scan() has accepted whole.
NumberText convert(const char* begin, const char* end, const Decimal& decimal, double& value);

}  // namespace parse_number

/// Reads the decimal at the start of [at, end) and returns where it ends; null when there is none
/// or it is not finite.
inline const char* read_decimal(const char* at, const char* end, double& value) {
  parse_number::Decimal decimal;
  const char* const stop = parse_number::scan(at, end, decimal);
  if (stop == nullptr || parse_number::convert_exactly(decimal, value)) return stop;
  return parse_number::convert(at, stop, decimal, value) == NumberText::kFinite ? stop : nullptr;
}

/// Whether [begin, end) is a decimal and finite; if so, reads it.  Bytes up to `readable` may be
/// looked at; that at `end`, if there is one, must not continue a decimal.
inline bool read_whole_decimal(const char* begin, const char* end, const char* readable,
                               double& value) {
  const std::ptrdiff_t length = end - begin;
  if (length <= 9) {
    if (readable - begin > 8 && parse_number::read_short(begin, end, value)) return true;
  } else if (readable - begin >= 40 && parse_number::read_long(begin, end, value)) {
    return true;
  }
  return begin != end && read_decimal(begin, readable, value) == end;
}

}  // namespace fairpca
