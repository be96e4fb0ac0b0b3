// SPDX-License-Identifier: BSD-3-Clause
#include "spelling.h"

#include <algorithm>
#include <array>

#include "text/shown_text.h"

namespace fairpca::cli {
namespace {

/// Options whose value is text of the user, and what stands for it where there is none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kOptionsOfUserText = {
    {{"group", "COL"},
     {"label", "COL"},
     {"weight", "COL"},
     {"drop", "COL"},
     {"keep", "COL"},
     {"categorical", "COL"},
     {"na", "TEXT"},
     {"delimiter", "BYTE"},
     {"data", "DIR"}}};

/// Settings of another command than the one whose messages mention them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 1> kOtherCommands = {
    {{"what", "transform"}}};

template <class Pairs>
std::string_view partner_of(const Pairs& pairs, std::string_view name) {
  const auto found =
      std::find_if(pairs.begin(), pairs.end(), [&](const auto& one) { return one.first == name; });
  return found == pairs.end() ? std::string_view() : found->second;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_-./:=+,@%").find(c) != std::string_view::npos;
}

bool holds_hidden(std::string_view text) {
  while (!text.empty()) {
    const ShownCharacter character = first_character(text);
    if (!character.is_utf8 || is_hidden(character.code)) return true;
    text.remove_prefix(character.bytes);
  }
  return false;
}

std::string quoted_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

/// $'...', in which shells read the escapes that messages show.
std::string escaped_word(std::string_view text) {
  std::string word = "$'";
  while (!text.empty()) {
    const ShownCharacter character = first_character(text);
    if (!character.is_utf8 || is_hidden(character.code)) {
      word += escaped(character.code);
    } else {
      if (text.front() == '\'' || text.front() == '\\') word += '\\';
      word += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return word + "'";
}

}  // namespace

std::string flag_of(std::string_view name) {
  std::string flag = "--" + std::string(name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string shell_word(std::string_view text) {
  if (holds_hidden(text)) return escaped_word(text);
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  return quoted_word(text);
}

std::string spelled_as_flags(const Setting& setting) {
  const std::string_view command = partner_of(kOtherCommands, setting.option);
  std::string text = command.empty() ? "" : std::string(command) + ' ';
  text += flag_of(setting.option);
  const std::string_view value_name = partner_of(kOptionsOfUserText, setting.option);
  const std::string& value = setting.value;
  constexpr std::size_t kMostBytes = 300;  // longer than a name that someone would paste
  if (value.empty() || (setting.is_user_text && value.size() > kMostBytes)) {
    return value_name.empty() ? text : text + ' ' + std::string(value_name);
  }
  if (!setting.is_user_text) return text + ' ' + value;
  // Behind a blank, a value that begins with a hyphen would be taken for an option.
  return text + (value.starts_with('-') ? '=' : ' ') + shell_word(value);
}

}  // namespace fairpca::cli
