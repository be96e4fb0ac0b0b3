// SPDX-License-Identifier: BSD-3-Clause
#include "page/html_text.h"

#include <fmt/format.h>

#include "figure/xml_text.h"
#include "files/sha256.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Hebrew, Arabic and the other scripts written from right to left (Unicode's Bidi_Class R and AL,
/// by blocks).
bool is_right_to_left(std::uint32_t code) {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) ||
         (code >= 0xfe70 && code <= 0xfeff) || (code >= 0x10800 && code <= 0x10fff) ||
         (code >= 0x1e800 && code <= 0x1efff);
}

/// Bytes of a run that begins with a letter from right to left and ends with one.
std::size_t run_bytes(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const ShownCharacter next = first_character(text.substr(at));
    const bool is_strong = next.is_utf8 && is_right_to_left(next.code);
    const bool is_blank = next.code == ' ' && at > 0 && end == at;
    if (!is_strong && !is_blank) break;
    at += next.bytes;
    if (is_strong) end = at;
  }
  return end;
}

char base64_digit(unsigned sextet) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return kDigits[sextet & 63U];
}

unsigned hex_value(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

std::string base64_of_hex(std::string_view hex) {
  std::string text;
  unsigned bits = 0, count = 0;
  for (const char digit : hex) {
    bits = (bits << 4) | hex_value(digit);
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += base64_digit(bits >> count);
  }
  if (count > 0) text += base64_digit(bits << (6 - count));
  while (text.size() % 4 != 0) text += '=';
  return text;
}

/// Escaped; a number stays on one line with its per cent sign.
std::string escaped_words(std::string_view text) {
  std::string html = xml_text(text);
  for (std::size_t at = html.find(" %"); at != std::string::npos; at = html.find(" %", at)) {
    const bool follows_digit = at > 0 && html[at - 1] >= '0' && html[at - 1] <= '9';
    if (follows_digit) html.replace(at, 1, "\u00a0");
    at += 2;
  }
  return html;
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  std::size_t plain = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t run = run_bytes(text.substr(at));
    if (run == 0) {
      at += first_character(text.substr(at)).bytes;
      continue;
    }
    html += escaped_words(text.substr(plain, at - plain));
    html += fmt::format("<bdi>{}</bdi>", xml_text(text.substr(at, run)));
    at += run;
    plain = at;
  }
  return html + escaped_words(text.substr(plain));
}

std::string html_lines(std::string_view text) {
  std::string html;
  while (true) {
    const std::size_t end = text.find('\n');
    html += html_text(text.substr(0, end));
    if (end == std::string_view::npos) return html;
    html += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string json_block(std::string_view json) {
  std::string block;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '<' || c == '>' || c == '&') {
      block += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (json.substr(i, 3) == "\u2028" || json.substr(i, 3) == "\u2029") {
      block += json.substr(i, 3) == "\u2028" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      block += c;
    }
  }
  return block;
}

std::string policy_hash(std::string_view content) {
  Sha256 sum;
  sum.add(content);
  return fmt::format("'sha256-{}'", base64_of_hex(sum.digest()));
}

std::string PageIds::take(std::string_view wanted) {
  const std::string base = xml_id(wanted);
  std::string id = base;
  for (int number = 2; !taken_.insert(id).second; ++number) id = fmt::format("{}-{}", base, number);
  return id;
}

}  // namespace fairpca
