// SPDX-License-Identifier: BSD-3-Clause
#include "figure/xml_text.h"

#include <cmath>

#include <fmt/format.h>

#include "text/shown_text.h"

namespace fairpca {
namespace {

/// Of the characters that are shown, those no XML file may hold.
bool is_no_character(std::uint32_t code) {
  return (code & 0xfffeU) == 0xfffeU || (code >= 0xfdd0 && code <= 0xfdef);
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const ShownCharacter next = first_character(text);
    const std::string_view named = next.bytes == 1 ? entity(text.front()) : std::string_view();
    if (!named.empty()) {
      result += named;
    } else if (next.is_utf8 && !is_hidden(next.code) && !is_no_character(next.code)) {
      result += text.substr(0, next.bytes);
    } else {
      result += "\xEF\xBF\xBD";
    }
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::string xml_id(std::string_view text) {
  std::string id;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_';
    id += is_plain ? c : '-';
  }
  return id.empty() ? "figure" : id;
}

std::string length_text(double length) {
  const double tenths = std::round(length * 10);
  return fmt::format("{:g}", (tenths == 0 ? 0.0 : tenths) / 10);
}

std::string number_text(double number) {
  return fmt::format("{:.6g}", number == 0 ? 0.0 : number);
}

}  // namespace fairpca
