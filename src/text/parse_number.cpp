// SPDX-License-Identifier: BSD-3-Clause
#include "text/parse_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace fairpca {
namespace {

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

bool is_infinity(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity");
}

/// Zeros in front of the first digit that is not one.
std::int64_t leading_zeros(const char* begin, const char* end) {
  std::int64_t zeros = 0;
  for (const char* at = begin; at != end && (!parse_number::is_digit(*at) || *at == '0'); ++at) {
    zeros += *at == '0' ? 1 : 0;
  }
  return zeros;
}

__extension__ typedef unsigned __int128 Wide;

/// 10^q = (bits + error) * 2^exponent with 2^63 <= bits < 2^64 and 0 <= error < 1.
struct PowerOfTen {
  std::uint64_t bits = 0;
  int exponent = 0;
};

/// The largest k with 5^k < 2^63.
constexpr int kMaxPower = 27;

constexpr std::array<PowerOfTen, 2 * kMaxPower + 1> powers_of_ten() {
  std::array<PowerOfTen, 2 * kMaxPower + 1> powers;
  std::uint64_t five = 1;  // 5^k
  for (int k = 0; k <= kMaxPower; ++k, five *= 5) {
    const int width = 64 - std::countl_zero(five);
    const auto inverse = static_cast<std::uint64_t>((Wide{1} << (63 + width)) / five);
    powers[kMaxPower - k] = {inverse, -63 - width - k};
    powers[kMaxPower + k] = {five << (64 - width), width - 64 + k};
  }
  return powers;
}

}  // namespace

namespace parse_number {

// As D. Lemire (2021) and M. Eisel do.  digits * 2^shift * (bits + error) lies in [product, product
// + 2^64), so that its upper half is known but for one unit: only next to the middle of two doubles
// is more needed.
bool convert_by_product(std::uint64_t digits, std::int64_t exponent, double& magnitude) {
  static constexpr std::array<PowerOfTen, 2 * kMaxPower + 1> kPowers = powers_of_ten();
  if (digits == 0 || exponent < -kMaxPower || exponent > kMaxPower) return false;
  const PowerOfTen& power = kPowers[kMaxPower + exponent];
  const int shift = std::countl_zero(digits);
  const Wide product = Wide{digits << shift} * power.bits;
  const auto upper = static_cast<std::uint64_t>(product >> 64);
  const auto lower = static_cast<std::uint64_t>(product);
  const int cut = 10 + static_cast<int>(upper >> 63);  // 53 bits stay
  const std::uint64_t half = std::uint64_t{1} << (cut - 1);
  const std::uint64_t rest = upper & (2 * half - 1);
  if (rest == half - 1 || (rest == half && lower == 0)) return false;
  const std::uint64_t rounded = (upper >> cut) + (rest >= half ? 1 : 0);
  const std::int64_t binary_exponent = 64 + cut - shift + power.exponent;
  const double scale =
      std::bit_cast<double>(static_cast<std::uint64_t>(1023 + binary_exponent) << 52);
  magnitude = static_cast<double>(static_cast<std::int64_t>(rounded)) * scale;
  return true;
}

NumberText convert(const char* begin, const char* end, const Decimal& decimal, double& value) {
  const std::int64_t significant = decimal.digit_count > 19
                                       ? decimal.digit_count - leading_zeros(begin, end)
                                       : decimal.digit_count;
  double magnitude = 0;
  if (significant <= 19 && convert_by_product(decimal.digits, decimal.exponent, magnitude)) {
    value = with_sign(magnitude, decimal.negative);
    return NumberText::kFinite;
  }
  const char* const digits = *begin == '+' ? begin + 1 : begin;
  const auto [stop, error] = std::from_chars(digits, end, value);
  if (error == std::errc() && stop == end && std::isfinite(value)) return NumberText::kFinite;
  const std::int64_t zeros = leading_zeros(begin, end);
  const std::int64_t leading_power = decimal.digit_count - zeros - 1 + decimal.exponent;
  if (leading_power > 0) return NumberText::kTooLarge;
  value = decimal.negative ? -0.0 : 0.0;
  return NumberText::kFinite;
}

}  // namespace parse_number

NumberText read_number(std::string_view text, double& value) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  parse_number::Decimal decimal;
  if (parse_number::scan(begin, end, decimal) != end || text.empty()) {
    return is_infinity(text) ? NumberText::kInfinite : NumberText::kNone;
  }
  if (parse_number::convert_exactly(decimal, value)) return NumberText::kFinite;
  return parse_number::convert(begin, end, decimal, value);
}

}  // namespace fairpca
