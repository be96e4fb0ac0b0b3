// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

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

/// Steps over the decimal at the start of [at, end); null when none stands there.
inline const char* scan(const char* at, const char* end, Decimal& decimal) {
  if (at != end && (*at == '-' || *at == '+')) decimal.negative = *at++ == '-';
  const char* const whole = at;
  std::uint64_t digits = 0;
  for (; at != end && is_digit(*at); ++at) {
    digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
  }
  std::int64_t count = at - whole;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    for (; at != end && is_digit(*at); ++at) {
      digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    }
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
  const auto digits = static_cast<double>(decimal.digits);
  const double magnitude = decimal.exponent < 0 ? digits / kPowersOfTen[-decimal.exponent]
                                                : digits * kPowersOfTen[decimal.exponent];
  value = decimal.negative ? -magnitude : magnitude;
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

}  // namespace fairpca
