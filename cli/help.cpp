// SPDX-License-Identifier: BSD-3-Clause
#include "help.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_words.h"
#include "fairpca/fit/methods.h"
#include "help_layout.h"
#include "method_help.h"
#include "unknown_words.h"

namespace fairpca::cli {
namespace {

using HelpLines = std::vector<std::pair<std::string, std::string>>;

/// At most 24 lines: it is what somebody sees who has just installed the program.
constexpr const char* kBeginning =
    R"(fairpca: principal component analysis that is fair to groups

With a table of your own (CSV, CSV.gz or NPY), and a column that says who is in
which group, here `sex`:

  1. Look at it: what can be used, what is missing, what to try
     fairpca describe data.csv --group sex

  2. Fit: 5 components that describe no group worse than they must
     fairpca fit data.csv --group sex --method fair-pca -d 5 --standardize \
       -o model.fpca

  3. Use it: the components of these rows, or of new ones
     fairpca transform model.fpca data.csv -o components.csv

fairpca --help           all commands
fairpca fit --help       the options of a fit, and the methods
fairpca methods fair-pca what a method does, and its own options
)";

/// `-d, --dimensions D`, `--group COL...`, `DATA`.
std::string typed_as(const CLI::Option& option) {
  if (option.get_positional()) {
    return option.get_name(true, false) + (may_be_repeated(option) ? "..." : "");
  }
  std::string text;
  for (const std::string& letter : option.get_snames()) text += "-" + letter + ", ";
  text += "--" + option.get_lnames().front();
  if (option.get_expected_max() == 0) return text;
  return text + ' ' + split_value_name(option.get_type_name()).shown +
         (may_be_repeated(option) ? "..." : "");
}

/// Its meaning, then what it may be and its default: `Random seed (default: 0)`.
std::string meaning_of(const CLI::Option& option) {
  std::vector<std::string> notes;
  const bool has_value = !option.get_positional() && option.get_expected_max() > 0;
  std::string allowed = split_value_name(option.get_type_name()).allowed;
  if (has_value && !allowed.empty()) notes.push_back(std::move(allowed));
  if (option.get_required() && !option.get_positional()) notes.emplace_back("required");
  if (has_value && !option.get_default_str().empty()) {
    notes.push_back("default: " + option.get_default_str());
  }
  if (notes.empty()) return option.get_description();
  return fmt::format("{} ({})", option.get_description(), fmt::join(notes, "; "));
}

/// `fairpca fit [DATA] -d D -o MODEL [OPTIONS]`.
std::string usage_of(const CLI::App& command) {
  std::string text = "Usage: fairpca " + command.get_name();
  for (const CLI::Option* option : positionals_of(command)) {
    text += option->get_required() ? " " + typed_as(*option) : " [" + typed_as(*option) + "]";
  }
  const auto required = command.get_options(
      [](const CLI::Option* option) { return option->get_required() && option->nonpositional(); });
  for (const CLI::Option* option : required) {
    const std::string flag = option->get_snames().empty() ? "--" + option->get_lnames().front()
                                                          : "-" + option->get_snames().front();
    text += fmt::format(" {} {}", flag, split_value_name(option->get_type_name()).shown);
  }
  return text + " [OPTIONS]\n";
}

HelpLines lines_of(const std::vector<const CLI::Option*>& options) {
  HelpLines lines;
  for (const CLI::Option* option : options) {
    lines.emplace_back(typed_as(*option), meaning_of(*option));
  }
  return lines;
}

/// The options of a heading, the help itself last.
std::vector<const CLI::Option*> options_under(const CLI::App& command, const std::string& heading) {
  auto options = command.get_options([&heading](const CLI::Option* option) {
    return option->get_group() == heading && option->nonpositional();
  });
  std::stable_partition(options.begin(), options.end(), [&command](const CLI::Option* option) {
    return option != command.get_help_ptr();
  });
  return options;
}

std::string help_of_command(const CLI::App& command) {
  std::string text = command.get_description() + "\n" + usage_of(command);
  if (const auto positionals = positionals_of(command); !positionals.empty()) {
    text += two_columns(lines_of(positionals));
  }
  for (const std::string& heading : command.get_groups()) {
    const auto options = options_under(command, heading);
    if (heading.empty() || options.empty()) continue;
    text += fmt::format("\n{}:\n{}", heading, two_columns(lines_of(options)));
  }
  return text + "\n" + command.get_footer() + "\n";
}

std::string help_of_program(const CLI::App& program) {
  std::string text = program.get_description() + "\nUsage: fairpca COMMAND [OPTIONS]\n";
  std::string heading;
  HelpLines lines;
  const auto close = [&] {
    if (!lines.empty()) text += fmt::format("\n{}:\n{}", heading, two_columns(lines));
    lines.clear();
  };
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group() != heading) close();
    heading = command->get_group();
    constexpr std::size_t kNameWidth = 11;  // the same under every heading
    lines.emplace_back(fmt::format("{:{}}", command->get_name(), kNameWidth),
                       command->get_description());
  }
  close();
  return text + "\n" + program.get_footer() + "\n";
}

bool asks_for_help(const CommandWord& word, const CLI::App& command) {
  return word.kind == CommandWord::Kind::kOption && word.option == command.get_help_ptr();
}

/// The help of a command as the words behind it ask for it; that of a fit depends on its method.
std::string help_for(const CLI::App& command, const std::vector<CommandWord>& words) {
  const std::string id = given_value(words, "--method");
  return id.empty() ? command.help() : method_help(method_called(id));
}

bool is_method(const std::string& word) {
  return std::any_of(methods().begin(), methods().end(),
                     [&word](const Method& method) { return method.id == word; });
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode /*mode*/) const {
  return app->get_parent() == nullptr ? help_of_program(*app) : help_of_command(*app);
}

std::optional<std::string> help_wanted(const CLI::App& program,
                                       const std::vector<std::string>& words) {
  if (words.empty()) return kBeginning;
  const bool is_help = words.front() == "help";
  const std::vector<std::string> named(words.begin() + (is_help ? 1 : 0), words.end());
  if (named.empty() || named.front() == "--help" || named.front() == "-h") return program.help();
  const CLI::App* command = find_command(program, named.front());
  if (command == nullptr) {
    if (!is_help) return std::nullopt;
    if (is_method(named.front())) return method_help(method_called(named.front()));
    reject_unknown_words(program, named);
    return program.help();
  }
  const std::vector<CommandWord> rest = read_words(*command, {named.begin() + 1, named.end()});
  const bool asks = std::any_of(rest.begin(), rest.end(), [command](const CommandWord& word) {
    return asks_for_help(word, *command);
  });
  if (!asks && !is_help) return std::nullopt;
  return help_for(*command, rest);
}

}  // namespace fairpca::cli
