// SPDX-License-Identifier: BSD-3-Clause
#include "repeated_values.h"

#include <algorithm>

#include "command_words.h"

namespace fairpca::cli {
namespace {

/// Every value of a repeated option behind a flag of its own.
std::vector<std::string> spelled_out(const CLI::App& command,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> spelled;
  std::string flag;  // named last
  bool has_value = false;
  for (const CommandWord& word : read_words(command, words)) {
    if (word.kind == CommandWord::Kind::kOption) {
      flag = word.text.substr(0, word.text.find('='));
      has_value = word.text.size() > flag.size();
    } else if (word.kind == CommandWord::Kind::kValue) {
      if (has_value) spelled.push_back(flag);
      has_value = true;
    }
    spelled.push_back(word.text);
  }
  return spelled;
}

}  // namespace

std::vector<std::string> arguments_for(const CLI::App& program, int argc, const char* const* argv) {
  std::vector<std::string> tokens(argv + std::min(argc, 1), argv + argc);
  const CLI::App* command = tokens.empty() ? nullptr : find_command(program, tokens.front());
  if (command != nullptr) {
    std::vector<std::string> rest = spelled_out(*command, {tokens.begin() + 1, tokens.end()});
    tokens.erase(tokens.begin() + 1, tokens.end());
    tokens.insert(tokens.end(), rest.begin(), rest.end());
  }
  std::reverse(tokens.begin(), tokens.end());
  return tokens;
}

}  // namespace fairpca::cli
