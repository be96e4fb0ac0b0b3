// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairpca::cli {

/// One word behind a command, and what it is there.
struct CommandWord {
  enum class Kind { kOption, kValue, kPositional, kUnknown, kEndOfOptions };
  std::string text;  ///< as it was typed
  Kind kind = Kind::kPositional;
  const CLI::Option* option = nullptr;  ///< the option it names, or whose value it is
};

/// The words behind `command`.  An option that takes a value takes the next word, whatever it looks
/// like; behind the command's positional arguments further words are values of a repeated option.
std::vector<CommandWord> read_words(const CLI::App& command, const std::vector<std::string>& words);

/// The value of `--name VALUE` or `--name=VALUE` given last; empty: it is not among the words.
std::string given_value(const std::vector<CommandWord>& words, const std::string& flag);

/// The command of this name; null: there is none.
const CLI::App* find_command(const CLI::App& program, const std::string& name);

/// The positional arguments of a command, in their order.
std::vector<const CLI::Option*> positionals_of(const CLI::App& command);

/// Whether an option may be given several times.
bool may_be_repeated(const CLI::Option& option);

}  // namespace fairpca::cli
