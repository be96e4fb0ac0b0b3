// SPDX-License-Identifier: BSD-3-Clause
#include "parse_problem.h"

#include <string>

#include "messages.h"
#include "text/quoted.h"

namespace fairpca::cli {

Message parse_problem(const CLI::App& program, const CLI::ParseError& problem) {
  const std::string text = problem.what();
  const std::string name = text.substr(0, text.find(':'));
  constexpr std::string_view kRequired = " is required";
  if (problem.get_name() == "ExtrasError") {
    return cli_message<"argument-unexpected">("arguments"_is(quoted_list(program.remaining(true))));
  }
  if (problem.get_name() == "RequiredError" && text.ends_with(kRequired)) {
    const bool is_command = text.starts_with("A subcommand");
    return cli_message<"argument-required">(
        "name"_is(is_command ? "a command" : text.substr(0, text.size() - kRequired.size())));
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
