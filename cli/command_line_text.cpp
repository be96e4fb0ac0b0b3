// SPDX-License-Identifier: BSD-3-Clause
#include "command_line_text.h"

#include "spelling.h"
#include "text/display_width.h"

namespace fairpca::cli {

std::string data_word(const std::string& path) {
  if (path == "-") return "DATA";
  return shell_word(path.starts_with('-') ? "./" + path : path);
}

void add_repeated_words(const std::string& option, const std::vector<std::string>& values,
                        std::vector<std::string>& words) {
  bool is_first = true;
  for (const std::string& value : values) {
    if (value.starts_with('-')) continue;  // would be taken for an option
    words.push_back(is_first ? flag_of(option) + ' ' + shell_word(value) : shell_word(value));
    is_first = false;
  }
  for (const std::string& value : values) {
    if (value.starts_with('-')) words.push_back(flag_of(option) + '=' + shell_word(value));
  }
}

std::vector<std::string> setting_words(const std::vector<Setting>& settings) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < settings.size();) {
    const Setting& setting = settings[i];
    if (!setting.is_user_text) {
      const std::string flag = setting.option == "dimensions" ? "-d" : flag_of(setting.option);
      words.push_back(setting.value.empty() ? flag : flag + ' ' + setting.value);
      ++i;
      continue;
    }
    std::vector<std::string> values;
    for (; i < settings.size() && settings[i].option == setting.option; ++i) {
      values.push_back(settings[i].value);
    }
    add_repeated_words(setting.option, values, words);
  }
  return words;
}

std::string command_lines(const std::vector<std::string>& words, std::size_t width) {
  constexpr std::size_t kEnd = 2, kIndent = 4;
  std::string text = words.front();
  std::size_t used = display_width(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t own = display_width(words[i]);
    if (width == 0 || used + 1 + own + kEnd <= width) {
      text += ' ' + words[i];
      used += 1 + own;
    } else {
      text += " \\\n" + std::string(kIndent, ' ') + words[i];
      used = kIndent + own;
    }
  }
  return text;
}

}  // namespace fairpca::cli
