// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairpca {

/// A value of an option.  Lists travel as lists.
using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                                 std::vector<double>, std::vector<std::string>>;

/// Values given by the caller, by option; the others have their defaults.
using OptionValues = std::map<std::string, OptionValue>;

enum class OptionType {
  kFlag,          ///< bool
  kCount,         ///< a whole number
  kNumber,        ///< a finite number
  kWord,          ///< one of OptionSpec::words
  kText,          ///< any text
  kNumberOrWord,  ///< a finite number, or one of the words
  kCounts,        ///< a list of whole numbers
  kNumbers,       ///< a list of finite numbers
  kWords,         ///< a list of words
  kDimensions,    ///< a count, a share in (0, 1), or a list of the least and the largest count
  kSeed           ///< a whole number of 64 bits, kept as the signed number of the same bits
};

/// Numbers from `least` to `most`.
struct NumberRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool excludes_least = false, excludes_most = false;

  bool contains(double number) const;  ///< never what is not finite
  std::string text() const;            ///< `>= 0`, `in (0, 1)`, `1 to 10`
};

/// The values of another option without which an option has no effect.
struct OptionNeed {
  std::string option;
  std::vector<std::string> words;  ///< one of these; empty: a number > 0
  bool holds(const OptionValue& value) const;
  std::string text() const;  ///< `multiplicative-weights`, `> 0`
};

/// One option, as every interface shows it: `max_iterations` in C++ and JSON, `--max-iterations` on
/// the command line, `max_iter` in Python.
struct OptionSpec {
  std::string name = {};  ///< snake_case
  OptionType type = OptionType::kFlag;
  OptionValue default_value = {};
  std::string help = {};
  NumberRange range = {};               ///< of a number, or of each of a list
  std::vector<std::string> words = {};  ///< kWord, kNumberOrWord, kWords
  std::size_t least_values = 1, most_values = std::numeric_limits<std::size_t>::max();  ///< lists
  char separator = ',';         ///< between the values of a list, as text
  std::string empty_word = {};  ///< lists: how an empty one is written; empty: it is not allowed
  std::string allowed = {};     ///< instead of the text made from range and words
  char letter = 0;              ///< its short form on the command line
  std::optional<OptionNeed> needs = {};

  /// What it may be, for people: `>= 0`, `exact | subgradient`.
  std::string allowed_text() const;
};

/// `value` as the option keeps it: a whole number serves as a number, one value as a list.
/// Throws InvalidArgument (`option-value`) for another type or a value that is not allowed.
OptionValue checked_value(const OptionSpec& option, OptionValue value);

/// Throws InvalidArgument (`option-value`): `value` is not what the option may be.
[[noreturn]] void reject_value(const OptionSpec& option, const OptionValue& value);

/// The value a text stands for: `1:10`, `pca,random`, `1e-3`.  Throws as checked_value().
OptionValue parse_value(const OptionSpec& option, std::string_view text);

/// The text a value is written as; parse_value() reads it back.
std::string value_text(const OptionSpec& option, const OptionValue& value);

}  // namespace fairpca
