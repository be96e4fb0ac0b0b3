// SPDX-License-Identifier: BSD-3-Clause
#include "repeated_values.h"

#include <algorithm>
#include <utility>

namespace fairpca::cli {
namespace {

bool is_value(const std::string& token) {
  return token.empty() || token.front() != '-' || token == "-";
}

bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() > 1;
}

/// How many positional arguments `command` takes; -1: any number.
int positional_count(const CLI::App& command) {
  int count = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    if (takes_many(*option)) return -1;
    ++count;
  }
  return count;
}

std::vector<std::string> spelled_out(const CLI::App& command,
                                     const std::vector<std::string>& tokens) {
  std::vector<std::string> spelled;
  int positionals = positional_count(command);
  std::string repeated;  // the repeatable option whose values are being read
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_value(tokens[i])) {
      if (positionals == 0 && !repeated.empty()) spelled.push_back(repeated);
      if (positionals > 0) --positionals;
      spelled.push_back(tokens[i]);
      continue;
    }
    repeated.clear();
    spelled.push_back(tokens[i]);
    const CLI::Option* option = command.get_option_no_throw(tokens[i]);
    if (option == nullptr || option->get_expected_max() == 0) continue;
    if (takes_many(*option)) repeated = tokens[i];
    if (i + 1 < tokens.size()) spelled.push_back(tokens[++i]);
  }
  return spelled;
}

}  // namespace

std::vector<std::string> arguments_for(const CLI::App& program, int argc, const char* const* argv) {
  std::vector<std::string> tokens(argv + std::min(argc, 1), argv + argc);
  const auto named = program.get_subcommands([&](const CLI::App* command) {
    return !tokens.empty() && command->get_name() == tokens.front();
  });
  if (!named.empty()) {
    std::vector<std::string> rest = spelled_out(*named.front(), {tokens.begin() + 1, tokens.end()});
    tokens.erase(tokens.begin() + 1, tokens.end());
    tokens.insert(tokens.end(), rest.begin(), rest.end());
  }
  std::reverse(tokens.begin(), tokens.end());
  return tokens;
}

}  // namespace fairpca::cli
