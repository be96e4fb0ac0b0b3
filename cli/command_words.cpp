// SPDX-License-Identifier: BSD-3-Clause
#include "command_words.h"

#include <algorithm>
#include <cctype>

namespace fairpca::cli {
namespace {

using Kind = CommandWord::Kind;

/// Not an option: no hyphen in front, the hyphen alone (standard input), a negative number.
bool is_plain_word(const std::string& word) {
  if (word.size() < 2 || word.front() != '-') return true;
  return std::isdigit(static_cast<unsigned char>(word[1])) != 0 || word[1] == '.';
}

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() > 0;
}

/// `-d5` names -d and holds its value.
const CLI::Option* short_option_of(const CLI::App& command, const std::string& word) {
  if (word.size() < 3 || word[1] == '-') return nullptr;
  const CLI::Option* option = command.get_option_no_throw(word.substr(0, 2));
  return option != nullptr && takes_value(*option) ? option : nullptr;
}

}  // namespace

bool may_be_repeated(const CLI::Option& option) {
  return option.get_expected_max() > 1;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<CommandWord> read_words(const CLI::App& command,
                                    const std::vector<std::string>& words) {
  const std::vector<const CLI::Option*> positionals = positionals_of(command);
  std::vector<CommandWord> read;
  std::size_t next = 0;                   // of the positional arguments
  const CLI::Option* repeated = nullptr;  // the option whose values are being read
  bool only_values = false;               // behind `--`
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_values || is_plain_word(word)) {
      const bool is_value = next >= positionals.size() && repeated != nullptr;
      const CLI::Option* positional = next < positionals.size() ? positionals[next] : nullptr;
      read.push_back(
          {word, is_value ? Kind::kValue : Kind::kPositional, is_value ? repeated : positional});
      if (positional != nullptr && !may_be_repeated(*positional)) ++next;
      continue;
    }
    if (word == "--") {
      only_values = true;
      read.push_back({word, Kind::kEndOfOptions, nullptr});
      continue;
    }
    repeated = nullptr;
    const std::size_t equals = word.find('=');
    const CLI::Option* option = command.get_option_no_throw(word.substr(0, equals));
    const bool is_alone = option != nullptr && equals == std::string::npos;
    if (option == nullptr) option = short_option_of(command, word);
    read.push_back({word, option == nullptr ? Kind::kUnknown : Kind::kOption, option});
    if (option == nullptr) continue;
    if (may_be_repeated(*option)) repeated = option;
    if (is_alone && takes_value(*option) && i + 1 < words.size()) {
      read.push_back({words[++i], Kind::kValue, option});
    }
  }
  return read;
}

std::string given_value(const std::vector<CommandWord>& words, const std::string& flag) {
  std::string value;
  for (const CommandWord& word : words) {
    if (word.option == nullptr || !word.option->check_name(flag)) continue;
    if (word.kind == Kind::kValue) value = word.text;
    const std::size_t equals = word.text.find('=');
    if (word.kind == Kind::kOption && equals != std::string::npos) {
      value = word.text.substr(equals + 1);
    }
  }
  return value;
}

const CLI::App* find_command(const CLI::App& program, const std::string& name) {
  const auto named = program.get_subcommands(
      [&name](const CLI::App* command) { return command->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

}  // namespace fairpca::cli
