// SPDX-License-Identifier: BSD-3-Clause
#include "fit/option_specs.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/error.h"
#include "fairpca/invalid_option.h"
#include "rows/message_text.h"

namespace fairpca {

OptionSpec word_option(std::string name, std::vector<std::string> words, std::string help) {
  OptionSpec spec{.name = std::move(name),
                  .default_value = words.front(),
                  .range = fmt::format("{}", fmt::join(words, " | ")),
                  .help = std::move(help)};
  spec.accepts = [words = std::move(words)](const OptionValue& value) {
    return std::find(words.begin(), words.end(), std::get<std::string>(value)) != words.end();
  };
  return spec;
}

OptionSpec nonnegative_option(std::string name, double default_value, std::string help) {
  return {.name = std::move(name),
          .default_value = default_value,
          .range = ">= 0",
          .help = std::move(help),
          .accepts = [](const OptionValue& value) { return std::get<double>(value) >= 0; }};
}

OptionSpec positive_option(std::string name, double default_value, std::string help) {
  return {.name = std::move(name),
          .default_value = default_value,
          .range = "> 0",
          .help = std::move(help),
          .accepts = [](const OptionValue& value) { return std::get<double>(value) > 0; }};
}

OptionSpec count_option(std::string name, std::int64_t default_value, std::int64_t least,
                        std::string help) {
  constexpr std::int64_t kMost = 1'000'000'000;
  return {.name = std::move(name),
          .default_value = default_value,
          .range = fmt::format("{} to {}", least, kMost),
          .help = std::move(help),
          .accepts = [least](const OptionValue& value) {
            const std::int64_t count = std::get<std::int64_t>(value);
            return count >= least && count <= kMost;
          }};
}

OptionSpec only_with_word(const std::string& option, const std::string& word, OptionSpec spec) {
  spec.needs = OptionNeed{option, word,
                          [word](const OptionValue& value) { return value == OptionValue(word); }};
  return spec;
}

OptionSpec only_with_positive(const std::string& option, OptionSpec spec) {
  spec.needs = OptionNeed{option, "> 0",
                          [](const OptionValue& value) { return std::get<double>(value) > 0; }};
  return spec;
}

double number_of(const OptionValues& values, const std::string& name) {
  return std::get<double>(values.at(name));
}

std::int64_t count_of(const OptionValues& values, const std::string& name) {
  return std::get<std::int64_t>(values.at(name));
}

bool flag_of(const OptionValues& values, const std::string& name) {
  return std::get<bool>(values.at(name));
}

const std::string& word_of(const OptionValues& values, const std::string& name) {
  return std::get<std::string>(values.at(name));
}

void require_option(bool holds, const char* option, double value, const char* range) {
  if (!holds) throw InvalidOption(option, fmt::format(" must be {}, got {}", range, value));
}

void require_rows_in_groups(const PreparedMoments& moments, const char* method) {
  for (const GroupStatistics& group : moments.groups) {
    if (group.rows > 1) continue;
    throw InvalidArgument(fmt::format(
        "group {} has {} row; {} needs at least 2 rows in every group, else it is fitted to that "
        "record: merge the level with another, or leave its rows out",
        in_quotes(group.group.name), group.rows, method));
  }
}

}  // namespace fairpca
