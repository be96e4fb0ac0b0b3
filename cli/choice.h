// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "fairpca/shown_text.h"

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
    throw CLI::ValidationError(
        name, fmt::format("must be one of {}, not '{}'", words, shown_text(given)));
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
        return is_number ? "" : fmt::format("must be {}, not '{}'", range, shown_text(text));
      },
      "");
}

/// Declares --seed: any whole number of 64 bits, which a larger one is not cut to.
inline CLI::Option* add_seed(CLI::App& app, std::uint64_t& seed, const std::string& help) {
  const auto problem = [](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && at == end) return "";
    return fmt::format("must be a whole number from 0 to {}, not '{}'",
                       std::numeric_limits<std::uint64_t>::max(), shown_text(text));
  };
  return app.add_option("--seed", seed, help)
      ->type_name("S")
      ->check(CLI::Validator(problem, ""))
      ->capture_default_str();
}

/// Declares an option that may be repeated, one value each time.
inline CLI::Option* add_repeated(CLI::App& app, const std::string& name,
                                 std::vector<std::string>& values, const std::string& help) {
  return app.add_option(name, values, help)->type_name("COL")->allow_extra_args(false);
}

}  // namespace fairpca::cli
