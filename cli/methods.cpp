// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/fit/methods.h"
#include "help_layout.h"
#include "method_help.h"
#include "output.h"
#include "report/methods_json.h"
#include "subcommands.h"
#include "unknown_words.h"

namespace fairpca::cli {
namespace {

struct MethodsArguments {
  std::string id;
  bool json = false;
};

/// One line per method, then what they need of the data.
std::string list_of_methods() {
  std::string text = "Methods, what they are fair in, and what they do:\n" + method_lines() + "\n";
  for (const Needs needs : {Needs::kMoments, Needs::kRowsSeveralPasses, Needs::kRowsInMemory}) {
    std::vector<std::string> ids;
    for (const Method& method : methods()) {
      if (method.needs == needs) ids.push_back(method.id);
    }
    const std::string title = fmt::format("Needs {}: ", needs_word(needs));
    text += title + wrapped_help(fmt::format("{}", fmt::join(ids, ", ")), 2, title.size()) + "\n";
  }
  return text + "`fairpca methods ID` shows one with its options, problem and paper.\n";
}

ExitCode run(const MethodsArguments& args) {
  if (args.id.empty()) {
    print(args.json ? methods_json(methods()) : list_of_methods());
    return ExitCode::kDone;
  }
  const Method& method = method_called(args.id);
  print(args.json ? methods_json({method}) : method_help(method));
  return ExitCode::kDone;
}

}  // namespace

Action add_methods(CLI::App& program) {
  auto args = std::make_shared<MethodsArguments>();
  CLI::App* command =
      program.add_subcommand("methods", "The methods, or one with its options, problem and paper");
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
