// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// A word out of `words`; the first is the default.
OptionSpec word_option(std::string name, std::vector<std::string> words, std::string help);

/// A number >= 0, or > 0.
OptionSpec nonnegative_option(std::string name, double default_value, std::string help);
OptionSpec positive_option(std::string name, double default_value, std::string help);

/// A whole number >= `least`.
OptionSpec count_option(std::string name, std::int64_t default_value, std::int64_t least,
                        std::string help);

/// `spec`, which has an effect only where `option` is `word`, or where it is a number > 0.
OptionSpec only_with_word(const std::string& option, const std::string& word, OptionSpec spec);
OptionSpec only_with_positive(const std::string& option, OptionSpec spec);

double number_of(const OptionValues& values, const std::string& name);
std::int64_t count_of(const OptionValues& values, const std::string& name);
bool flag_of(const OptionValues& values, const std::string& name);
const std::string& word_of(const OptionValues& values, const std::string& name);

/// The enumerator that goes with the word given.
template <class Enum>
Enum choice_of(const OptionValues& values, const std::string& name,
               std::initializer_list<std::pair<const char*, Enum>> choices) {
  const std::string& word = word_of(values, name);
  for (const auto& [text, choice] : choices) {
    if (word == text) return choice;
  }
  return choices.begin()->second;  // complete_options has refused any other word
}

/// Throws InvalidOption, as `option must be RANGE, got VALUE`, unless `holds`.
void require_option(bool holds, const char* option, double value, const char* range);

/// Throws InvalidArgument for a group of a single row: a fair fit would be fitted to that record.
void require_rows_in_groups(const PreparedMoments& moments, const char* method);

}  // namespace fairpca
