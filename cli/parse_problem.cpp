// SPDX-License-Identifier: BSD-3-Clause
#include "parse_problem.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/fit/methods.h"
#include "messages.h"
#include "text/quoted.h"
#include "unknown_words.h"

namespace fairpca::cli {

namespace {

/// The methods of this command that have -k, where it was given to a method that does not.
std::string methods_of_components(const CLI::App& command) {
  const CLI::Option* components = command.get_option_no_throw("--mixture-components");
  const CLI::Option* method = command.get_option_no_throw("--method");
  if (components == nullptr || method == nullptr || components->count() == 0) return "";
  const std::string id = method->count() > 0 ? method->results().back() : FitSettings().method;
  std::vector<std::string> with;
  for (const Method& one : methods()) {
    if (find_option(one, "mixture_components") != nullptr) with.push_back(one.id);
  }
  const bool is_meant = std::find(with.begin(), with.end(), id) != with.end();
  return is_meant ? "" : fmt::format("{}", fmt::join(with, ", "));
}

/// `-d/--dimensions is required`; somebody who gave -k for it is told so.
Message required_problem(const CLI::App& program, const std::string& name) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const CLI::App* command = chosen.empty() ? &program : chosen.front();
  const std::string methods = methods_of_components(*command);
  if (name == "--dimensions" && !methods.empty()) {
    return cli_message<"components-not-dimensions">("others"_is(methods));
  }
  const CLI::Option* option = command->get_option_no_throw(name);
  const bool has_flag = option != nullptr && option->nonpositional();
  return cli_message<"argument-required">("name"_is(has_flag ? flags_of(*option) : name));
}

}  // namespace

Message parse_problem(const CLI::App& program, const CLI::ParseError& problem) {
  const std::string text = problem.what();
  const std::string name = text.substr(0, text.find(':'));
  constexpr std::string_view kRequired = " is required";
  if (problem.get_name() == "ExtrasError") {
    return cli_message<"argument-unexpected">("arguments"_is(quoted_list(program.remaining(true))));
  }
  if (problem.get_name() == "RequiredError" && text.ends_with(kRequired)) {
    if (text.starts_with("A subcommand"))
      return cli_message<"argument-required">("name"_is("a command"));
    return required_problem(program, text.substr(0, text.size() - kRequired.size()));
  }
  if (problem.get_name() == "ArgumentMismatch" && text.ends_with(" missing")) {
    return cli_message<"value-missing">("name"_is(name));
  }
  constexpr std::string_view kReceived = ": At Most 1 required but received ";
  if (const std::size_t at = text.find(kReceived); at != std::string::npos) {
    return cli_message<"given-twice">("name"_is(name),
                                      "times"_is(std::stoll(text.substr(at + kReceived.size()))));
  }
  return cli_message<"command-line">("problem"_is(text));
}

}  // namespace fairpca::cli
