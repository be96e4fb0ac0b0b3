// SPDX-License-Identifier: BSD-3-Clause
#include "text/parse_number.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

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

/// Power of ten of the first digit that is not zero, counted as in scientific notation.
std::int64_t leading_power(const char* begin, const char* end,
                           const parse_number::Decimal& decimal) {
  std::int64_t zeros = 0;
  for (const char* at = begin; at != end && (!parse_number::is_digit(*at) || *at == '0'); ++at) {
    zeros += *at == '0' ? 1 : 0;
  }
  return decimal.digit_count - zeros - 1 + decimal.exponent;
}

}  // namespace

namespace parse_number {

NumberText convert(const char* begin, const char* end, const Decimal& decimal, double& value) {
  const char* const digits = *begin == '+' ? begin + 1 : begin;
  const auto [stop, error] = std::from_chars(digits, end, value);
  if (error == std::errc() && stop == end && std::isfinite(value)) return NumberText::kFinite;
  if (leading_power(begin, end, decimal) > 0) return NumberText::kTooLarge;
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
