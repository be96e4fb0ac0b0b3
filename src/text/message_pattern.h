// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace fairpca {

/// A piece of the sentence of a message: text, `{argument:format}` or `[option=value]`.
struct PatternPiece {
  enum class Kind { kText, kArgument, kSetting };
  Kind kind = Kind::kText;
  std::string_view text;   ///< the text itself, the argument's name, the option
  std::string_view value;  ///< format or value
};

/// Takes the next piece off the front of `pattern`, which is not empty.  Of a doubled bracket one
/// stays.
constexpr PatternPiece take_piece(std::string_view& pattern) {
  const auto take = [&pattern](std::size_t count) {
    const std::string_view front = pattern.substr(0, count);
    pattern.remove_prefix(front.size());
    return front;
  };
  const char first = pattern.front();
  const bool is_doubled = pattern.size() > 1 && pattern[1] == first;
  if (first == '{' || (first == '[' && !is_doubled)) {
    const std::string_view inside =
        take(pattern.find(first == '{' ? '}' : ']') + 1).substr(1);  // with its closing bracket
    const std::string_view body = inside.substr(0, inside.size() - 1);
    const std::size_t cut = body.find(first == '{' ? ':' : '=');
    const auto kind = first == '{' ? PatternPiece::Kind::kArgument : PatternPiece::Kind::kSetting;
    if (cut == std::string_view::npos) return {kind, body, {}};
    return {kind, body.substr(0, cut), body.substr(cut + 1)};
  }
  if (first == '[' || first == ']') {
    const std::string_view text = take(is_doubled ? 2 : 1);
    return {PatternPiece::Kind::kText, text.substr(0, 1), {}};
  }
  return {
      PatternPiece::Kind::kText, take(std::min(pattern.find_first_of("{[]"), pattern.size())), {}};
}

/// All pieces of `pattern`, which must outlive them.
inline std::vector<PatternPiece> pattern_pieces(std::string_view pattern) {
  std::vector<PatternPiece> pieces;
  while (!pattern.empty()) pieces.push_back(take_piece(pattern));
  return pieces;
}

}  // namespace fairpca
