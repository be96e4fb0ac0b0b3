// SPDX-License-Identifier: BSD-3-Clause
#include "text/written_number.h"

#include <algorithm>
#include <array>

#include "text/parse_number.h"

namespace fairpca {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kMarks = {"$"sv,   "€"sv,   "£"sv,   "¥"sv,  "%"sv,
                               "EUR"sv, "USD"sv, "GBP"sv, "CHF"sv};
constexpr std::array kGroupSeparators = {","sv, "."sv, "'"sv, " "sv, "\u00a0"sv, "\u202f"sv};

/// Takes `start` off the front, if it stands there.
bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && parse_number::is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

void trim(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
}

/// Takes signs, brackets and marks of money and percent off both ends; whether there were marks or
/// brackets.
bool take_marks(std::string_view& text) {
  bool found = false;
  trim(text);
  if (text.starts_with('(') && text.ends_with(')') && text.size() > 2) {
    text = text.substr(1, text.size() - 2);
    found = true;
  }
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  for (const std::string_view mark : kMarks) {
    trim(text);
    if (take(text, mark)) found = true;
    if (text.ends_with(mark)) {
      text.remove_suffix(mark.size());
      found = true;
    }
  }
  trim(text);
  if (found && text.starts_with('-')) text.remove_prefix(1);
  return found;
}

/// `1,234,567` or `1.234,56`: groups of three, then perhaps decimals behind the other sign.
bool is_grouped(std::string_view text, std::string_view separator) {
  const std::size_t first = take_digits(text);
  if (first < 1 || first > 3) return false;
  std::size_t groups = 0;
  while (take(text, separator)) {
    if (take_digits(text) != 3) return false;
    ++groups;
  }
  if (groups == 0) return false;
  if (text.empty()) return true;
  const char decimal = text.front();
  if ((decimal != '.' && decimal != ',') || separator.front() == decimal) return false;
  text.remove_prefix(1);
  return take_digits(text) > 0 && text.empty();
}

bool has_decimal_comma(std::string_view text) {
  return take_digits(text) > 0 && take(text, ",") && take_digits(text) > 0 && text.empty();
}

}  // namespace

bool looks_like_written_number(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() > kLongest) return false;
  double ignored = 0;
  trim(text);
  if (text.empty() || read_number(text, ignored) != NumberText::kNone) return false;
  const bool has_marks = take_marks(text);
  if (text.empty() || !parse_number::is_digit(text.front())) return false;
  if (has_marks && read_number(text, ignored) == NumberText::kFinite) return true;
  return has_decimal_comma(text) ||
         std::any_of(kGroupSeparators.begin(), kGroupSeparators.end(),
                     [&](std::string_view separator) { return is_grouped(text, separator); });
}

}  // namespace fairpca
