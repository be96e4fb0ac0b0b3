// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fairpca/fit/methods.h"
#include "output.h"
#include "report/methods_json.h"
#include "spelling.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct MethodsArguments {
  std::string id;
  bool json = false;
};

/// One line per method: id, fairness notion, what it needs of the data, summary.
std::string list_of_methods() {
  std::size_t id = 0, fairness = 0, needs = 0;
  for (const Method& method : methods()) {
    id = std::max(id, method.id.size());
    fairness = std::max(fairness, std::string_view(fairness_word(method.fairness)).size());
    needs = std::max(needs, std::string_view(needs_word(method.needs)).size());
  }
  const auto line = [&](std::string_view a, std::string_view b, std::string_view c,
                        std::string_view d) {
    return fmt::format("{:{}}  {:{}}  {:{}}  {}\n", a, id, b, fairness, c, needs, d);
  };
  std::string text = line("method", "fairness", "needs", "summary");
  for (const Method& method : methods()) {
    text +=
        line(method.id, fairness_word(method.fairness), needs_word(method.needs), method.summary);
  }
  return text;
}

/// An option with its default, what it may be, what it means, and what it needs.
std::string option_text(const OptionSpec& option) {
  const std::string letter = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  const std::string value = value_text(option, option.default_value);
  std::string text = fmt::format("  {}{}\n      {}\n      allowed: {}; default: {}\n", letter,
                                 flag_of(option.name), option.help, option.allowed_text(),
                                 value.empty() ? "not set" : value);
  if (option.needs) {
    text += fmt::format("      only with {}\n",
                        spelled_as_flags({option.needs->option, option.needs->text()}));
  }
  return text;
}

std::string method_text(const Method& method) {
  std::string text = fmt::format("{}: {}\n\n", method.id, method.summary);
  text += fmt::format("Fairness notion: {}\n", fairness_word(method.fairness));
  text += fmt::format("Needs: {}\n", needs_word(method.needs));
  if (method.min_groups > 0) text += fmt::format("Groups: at least {}\n", method.min_groups);
  text += fmt::format("Python: fairpca.{}\n", method.python_name);
  if (!method.options.empty()) text += "\nOptions:\n";
  for (const OptionSpec& option : method.options) text += option_text(option);
  for (const auto& [one, other] : method.exclusive_options) {
    text += fmt::format("{} and {} exclude each other.\n", flag_of(one), flag_of(other));
  }
  return text + "\n`fairpca fit --help` shows the options that all methods share.\n";
}

ExitCode run(const MethodsArguments& args) {
  if (args.id.empty()) {
    print(args.json ? methods_json(methods()) : list_of_methods());
    return ExitCode::kDone;
  }
  const Method& method = find_method(args.id);
  print(args.json ? methods_json({method}) : method_text(method));
  return ExitCode::kDone;
}

}  // namespace

Action add_methods(CLI::App& program) {
  auto args = std::make_shared<MethodsArguments>();
  CLI::App* command =
      program.add_subcommand("methods", "List the methods, or the options of one of them");
  command->add_option("ID", args->id, "Method whose options to show")->type_name("");
  command->add_flag("--json", args->json, "Everything the registry holds, as JSON");
  command->footer(
      "Examples:\n"
      "  fairpca methods\n"
      "  fairpca methods fair-pca\n"
      "  fairpca methods mmd-fair-pca --json");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
