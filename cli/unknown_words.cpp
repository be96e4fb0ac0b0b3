// SPDX-License-Identifier: BSD-3-Clause
#include "unknown_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_words.h"
#include "fairpca/rows/schema.h"
#include "fit/messages.h"
#include "messages.h"
#include "spelling.h"
#include "synonyms.h"

namespace fairpca::cli {
namespace {

std::vector<std::string> names_of_commands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

/// The names of `wanted` that are among `there`.
std::vector<std::string> those_among(const std::vector<std::string>& wanted,
                                     const std::vector<std::string>& there) {
  std::vector<std::string> both;
  for (const std::string& name : wanted) {
    if (std::find(there.begin(), there.end(), name) != there.end()) both.push_back(name);
  }
  return both;
}

std::string advice_on_command(const CLI::App& program, const std::string& word) {
  const std::vector<std::string> names = names_of_commands(program);
  std::vector<std::string> meant = those_among({plain_name(word)}, names);
  if (meant.empty()) meant = those_among(commands_meant_by(word), names);
  std::error_code ignored;
  if (meant.empty() && std::filesystem::is_regular_file(word, ignored)) {
    return fmt::format("begin with `fairpca {} {}`", names.front(), shell_word(word));
  }
  if (meant.empty()) meant = nearest_names(word, names);
  if (!meant.empty()) return question(meant);
  return fmt::format("there are {} (fairpca --help)", fmt::join(names, ", "));
}

bool has_flag(const CLI::App& command, const std::string& name) {
  return command.get_option_no_throw("--" + name) != nullptr;
}

bool has_table(const CLI::App& command) {
  const auto positionals = positionals_of(command);
  return std::any_of(positionals.begin(), positionals.end(),
                     [](const CLI::Option* option) { return option->check_name("DATA"); });
}

std::vector<std::string> long_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_lnames().empty()) names.push_back(option->get_lnames().front());
  }
  return names;
}

/// The commands other than `own` with an option of this name.
std::vector<std::string> commands_with(const CLI::App& program, const CLI::App& own,
                                       const std::string& name) {
  std::vector<std::string> with;
  for (const std::string& command : names_of_commands(program)) {
    if (command == own.get_name() || !has_flag(*find_command(program, command), name)) continue;
    with.push_back(command);
  }
  return with;
}

/// Why a command does not take an option that others do.
std::string why_not(const CLI::App& command, const std::string& name) {
  constexpr std::array<std::string_view, 9> kRoles = {
      "group",  "label",          "drop",           "features",        "categorical",
      "weight", "drop-deviation", "keep-protected", "missing-category"};
  const bool reads_model = command.get_name() == "transform" || command.get_name() == "evaluate";
  const std::string& own = command.get_name();
  if (!reads_model) return fmt::format("{} has no such option", own);
  if (std::find(kRoles.begin(), kRoles.end(), name) != kRoles.end()) {
    return fmt::format("{} takes the columns of the model, by their names", own);
  }
  std::string plain = name;
  std::replace(plain.begin(), plain.end(), '-', '_');
  const auto is_called = [&plain](const OptionSpec& spec) { return spec.name == plain; };
  const bool is_shared = std::any_of(shared_options().begin(), shared_options().end(), is_called);
  const bool is_of_method =
      std::any_of(methods().begin(), methods().end(),
                  [&](const Method& method) { return find_option(method, plain) != nullptr; });
  if (is_shared || is_of_method || name == "method") {
    return fmt::format("{} takes it from the model", own);
  }
  return fmt::format("{} has no such option", own);
}

[[noreturn]] void reject_option(const CLI::App& command, const std::string& typed,
                                const std::string& advice) {
  reject(cli_message<"flag-unknown">("command"_is(command.get_name()), "flag"_is(Quoted{typed}),
                                     "advice"_is(advice)));
}

/// An option that `command` does not have: the one that is meant, of this command or of others.
[[noreturn]] void reject_unknown_option(const CLI::App& program, const CLI::App& command,
                                        const std::string& word) {
  const std::string typed = word.substr(0, word.find('='));
  std::vector<std::string> meant = {plain_name(typed)};
  for (std::string& name : options_meant_by(typed)) meant.push_back(std::move(name));
  for (const std::string& name : meant) {
    if (name == "DATA" && has_table(command)) {
      reject_option(
          command, typed,
          fmt::format("the table is named without an option: fairpca {} DATA", command.get_name()));
    }
    if (!has_flag(command, name)) continue;
    reject_option(command, typed, question({flags_of(*command.get_option("--" + name))}));
  }
  for (const std::string& name : meant) {
    const std::vector<std::string> others = commands_with(program, command, name);
    if (others.empty()) continue;
    reject(cli_message<"flag-of-other-command">(
        "option"_is(flag_of(name)), "commands"_is(fmt::format("{}", fmt::join(others, ", "))),
        "advice"_is(why_not(command, name))));
  }
  std::vector<std::string> nearest = nearest_names(meant.front(), long_names(command));
  for (std::string& name : nearest) name = flag_of(name);
  reject_option(command, typed,
                nearest.empty()
                    ? fmt::format("`fairpca {} --help` shows those it has", command.get_name())
                    : question(nearest));
}

/// `-dims 5` is no value of -d.
bool is_mistyped(const CommandWord& word) {
  if (word.kind == CommandWord::Kind::kUnknown) return true;
  if (word.kind != CommandWord::Kind::kOption || word.text.starts_with("--")) return false;
  const std::string typed = word.text.substr(0, word.text.find('='));
  return typed.size() > 3 &&
         (!options_meant_by(typed).empty() || word.option->check_lname(plain_name(typed)));
}

}  // namespace

std::string flags_of(const CLI::Option& option) {
  const std::string flag = "--" + option.get_lnames().front();
  return option.get_snames().empty() ? flag
                                     : fmt::format("-{}/{}", option.get_snames().front(), flag);
}

void reject_unknown_words(const CLI::App& program, const std::vector<std::string>& words) {
  if (words.empty()) return;
  const CLI::App* command = find_command(program, words.front());
  if (command == nullptr && !words.front().starts_with('-')) {
    reject(cli_message<"command-unknown">("name"_is(Quoted{words.front()}),
                                          "advice"_is(advice_on_command(program, words.front()))));
  }
  if (command == nullptr) {
    if (program.get_option_no_throw(words.front()) != nullptr) return;
    reject_option(program, words.front(), "options follow the command: fairpca COMMAND [OPTIONS]");
  }
  for (const CommandWord& word : read_words(*command, {words.begin() + 1, words.end()})) {
    if (is_mistyped(word)) reject_unknown_option(program, *command, word.text);
  }
}

const Method& method_called(const std::string& id) {
  const std::vector<std::string> meant = methods_meant_by(id);
  const bool is_known = std::any_of(methods().begin(), methods().end(),
                                    [&id](const Method& method) { return method.id == id; });
  if (is_known || meant.empty()) return find_method(id);
  reject(fit_message<"method-unknown">("name"_is(Quoted{id}), "advice"_is(question(meant))));
}

}  // namespace fairpca::cli
