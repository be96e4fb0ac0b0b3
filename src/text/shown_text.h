// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fairpca {

/// One character at the start of a text.
struct ShownCharacter {
  std::size_t bytes = 1;   ///< of the text
  std::uint32_t code = 0;  ///< its code point; of a byte that is not UTF-8, the byte
  bool is_utf8 = false;
};

/// The character `text`, which is not empty, begins with.
inline ShownCharacter first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {1, lead, true};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {1, lead, false};
  std::uint32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {1, lead, false};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool is_overlong = code < (length == 4 ? 0x10000U : length == 3 ? 0x800U : 0x80U);
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (is_overlong || is_surrogate || code > 0x10ffff) return {1, lead, false};
  return {length, code, true};
}

/// Whether a terminal would obey the character instead of showing it, or nobody would see it:
/// control characters, line and paragraph separators, marks of zero width and of the direction of
/// writing.
inline bool is_hidden(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
         (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
         (code >= 0xfff0 && code <= 0xfffb) || (code >= 0xe0000 && code <= 0xe007f);
}

/// `\x1b`, `\u202e` or `\U000e0001`.
inline std::string escaped(std::uint32_t code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = code < 0x100 ? "\\x" : code < 0x10000 ? "\\u" : "\\U";
  for (int shift = code < 0x100 ? 4 : code < 0x10000 ? 12 : 28; shift >= 0; shift -= 4) {
    text += kDigits[code >> shift & 0xfU];
  }
  return text;
}

/// Text of users as messages and tables show it: on one line, with what is hidden or is not UTF-8
/// escaped, cut after `most` characters.
inline std::string shown_text(std::string_view text, std::size_t most = 200) {
  std::string shown;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return shown + "...";
    const ShownCharacter next = first_character(text);
    shown += next.is_utf8 && !is_hidden(next.code) ? std::string(text.substr(0, next.bytes))
                                                   : escaped(next.code);
    text.remove_prefix(next.bytes);
  }
  return shown;
}

/// A whole message as shown_text() shows it.  Of one longer than `most` bytes, whatever user text
/// made it so, the start and the end: what is wrong, and what to do.
inline std::string shown_message(std::string_view message, std::size_t most = 600) {
  std::string shown = shown_text(message, message.size());
  if (shown.size() <= most) return shown;
  const auto is_inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(shown[at]) & 0xc0) == 0x80;
  };
  std::size_t first = most - most / 3, second = shown.size() - most / 3;
  while (is_inside(first)) --first;  // a cut never goes through a character
  while (is_inside(second)) ++second;
  return shown.replace(first, second - first, " ... ");
}

/// Whether `text` is well-formed UTF-8.
inline bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const ShownCharacter next = first_character(text);
    if (!next.is_utf8) return false;
    text.remove_prefix(next.bytes);
  }
  return true;
}

}  // namespace fairpca
