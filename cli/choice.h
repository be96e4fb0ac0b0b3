// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace fairpca::cli {

/// Words a user may choose from, with their meanings.
template <class Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

/// Declares an option whose value is one of `choices`; `value` holds the default.
template <class Enum>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Enum& value,
                        const Choices<Enum>& choices, const std::string& help) {
  std::string words, default_word;
  for (const auto& [word, meaning] : choices) {
    words += words.empty() ? word : "|" + word;
    if (meaning == value) default_word = word;
  }
  const auto choose = [&value, choices, words, name](const std::string& given) {
    for (const auto& [word, meaning] : choices) {
      if (word == given) {
        value = meaning;
        return;
      }
    }
    throw CLI::ValidationError(name, fmt::format("must be one of {}, not '{}'", words, given));
  };
  return app.add_option_function<std::string>(name, choose, help)
      ->type_name(words)
      ->default_str(default_word);
}

/// Refuses text that is no number with the range there is; the library checks the range itself.
inline CLI::Validator number_of_range(const std::string& range) {
  return CLI::Validator(
      [range](const std::string& text) {
        double number = 0;
        const char* const end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, number);
        const bool is_number = error == std::errc() && at == end;
        return is_number ? "" : fmt::format("must be {}, not '{}'", range, text);
      },
      "");
}

/// Declares an option that may be repeated, one value each time.
inline CLI::Option* add_repeated(CLI::App& app, const std::string& name,
                                 std::vector<std::string>& values, const std::string& help) {
  return app.add_option(name, values, help)->type_name("COL")->allow_extra_args(false);
}

}  // namespace fairpca::cli
