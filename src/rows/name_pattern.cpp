// SPDX-License-Identifier: BSD-3-Clause
#include "rows/name_pattern.h"

#include <cstddef>

namespace fairpca {
namespace {

/// Bytes of the first character; of text that is not UTF-8, one byte.
std::size_t first_length(std::string_view text) {
  std::size_t length = 1;
  const auto is_continuation = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  if (static_cast<unsigned char>(text[0]) < 0xC0U) return length;
  while (length < text.size() && length < 4 && is_continuation(length)) ++length;
  return length;
}

}  // namespace

bool is_name_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

bool matches_name_pattern(std::string_view name, std::string_view pattern) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t at = 0, in_pattern = 0;
  std::size_t star = kNone, after_star = 0;  // the last *, and how much of the name is past it
  while (at < name.size()) {
    const char wanted = in_pattern < pattern.size() ? pattern[in_pattern] : '\0';
    if (wanted == '*' && in_pattern < pattern.size()) {
      star = in_pattern++;
      after_star = at;
    } else if (in_pattern < pattern.size() && wanted == '?') {
      at += first_length(name.substr(at));
      ++in_pattern;
    } else if (in_pattern < pattern.size() && wanted == name[at]) {
      ++at;
      ++in_pattern;
    } else if (star != kNone) {  // the last * takes one character more
      after_star += first_length(name.substr(after_star));
      at = after_star;
      in_pattern = star + 1;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

std::string without_wildcards(std::string_view pattern) {
  std::string text;
  for (const char c : pattern) {
    if (c != '*' && c != '?') text += c;
  }
  return text;
}

}  // namespace fairpca
