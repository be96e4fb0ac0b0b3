// SPDX-License-Identifier: BSD-3-Clause
#include "help_layout.h"

#include <algorithm>

namespace fairpca::cli {

std::string wrapped_help(std::string_view text, std::size_t indent, std::size_t used) {
  std::string lines;
  std::size_t column = used;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_first = lines.empty();
    if (!is_first && column + 1 + word.size() > kHelpWidth) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!is_first) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

ValueName split_value_name(const std::string& type) {
  const std::size_t blank = type.find(' ');
  if (type.find('|') == std::string::npos) {
    return {type.substr(0, blank), blank == std::string::npos ? "" : type.substr(blank + 1)};
  }
  std::string words;
  for (const char c : type) words += c == '|' ? std::string(" | ") : std::string(1, c);
  return {blank == std::string::npos ? "WORD" : "VALUE", words};
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& lines) {
  constexpr std::size_t kMostLeft = 25, kIndent = 2, kBetween = 2;
  std::size_t left = 0;
  for (const auto& [typed, meaning] : lines) {
    if (typed.size() <= kMostLeft) left = std::max(left, typed.size());
  }
  const std::size_t column = kIndent + left + kBetween;
  std::string text;
  for (const auto& [typed, meaning] : lines) {
    text += std::string(kIndent, ' ') + typed;
    if (!meaning.empty()) {
      text += typed.size() > left ? '\n' + std::string(column, ' ')
                                  : std::string(column - kIndent - typed.size(), ' ');
      text += wrapped_help(meaning, column, column);
    }
    text += '\n';
  }
  return text;
}

}  // namespace fairpca::cli
