// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/error.h"
#include "fairpca/version.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "parse_problem.h"
#include "repeated_values.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

constexpr const char* kOutOfMemory =
    "out of memory; fewer threads, columns, levels or groups need less";

int exit_with(ExitCode code) {
  return static_cast<int>(code);
}

/// Help and version go to stdout, mistakes to stderr with a way on.
int explain(const CLI::App& program, const CLI::ParseError& problem) {
  if (problem.get_exit_code() == 0) return program.exit(problem);
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  note(parse_problem(program, problem));
  note("`fairpca " + command + "--help` shows the options and examples");
  return exit_with(ExitCode::kBadInput);
}

/// A word that is no command is named, instead of asking for a command.
void reject_unknown_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const auto all = program.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string> names;
  for (const CLI::App* command : all) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  reject(cli_message<"command-unknown">("name"_is(Quoted{argv[1]}),
                                        "commands"_is(fmt::format("{}", fmt::join(names, ", ")))));
}

int run_program(int argc, char** argv) {
  CLI::App program("Principal component analysis that is fair to groups", "fairpca");
  program.set_version_flag("--version", "fairpca " + std::string(kVersion));
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  const std::vector<Action> actions = {
      add_fit(program),     add_transform(program), add_evaluate(program),
      add_inspect(program), add_methods(program),   add_moments(program),
      add_path(program),    add_reproduce(program), add_synth(program)};
  program.footer(
      "Examples:\n"
      "  fairpca fit adult.csv --group sex -d 5 --standardize -o model.fpca\n"
      "  fairpca transform model.fpca new.csv -o coordinates.csv\n"
      "`fairpca COMMAND --help` shows the options of a command.");
  reject_unknown_command(program, argc, argv);
  try {
    program.parse(arguments_for(program, argc, argv));
  } catch (const CLI::ParseError& problem) {
    return explain(program, problem);
  }
  const auto all = program.get_subcommands([](const CLI::App*) { return true; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i]->parsed()) return exit_with(actions[i]());
  }
  return exit_with(ExitCode::kBadInput);
}

/// Says what ended the program; after a signal, that it was stopped.
int explain(const std::string& problem) {
  if (interrupted()) {
    note("stopped by " + interruption() + "; nothing was written");
    return interrupted_exit_code();
  }
  note(problem);
  return exit_with(ExitCode::kBadInput);
}

int run_guarded(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const BrokenPipe&) {
    return exit_with(ExitCode::kDone);
  } catch (const std::bad_alloc&) {
    note(kOutOfMemory);
  } catch (const std::length_error&) {  // more elements than a container can count
    note(kOutOfMemory);
  } catch (const InvalidArgument& problem) {
    return explain(note_text(problem.message()));
  } catch (const IoError& problem) {
    return explain(note_text(problem.message()));
  } catch (const std::exception& problem) {
    return explain(problem.what());
  }
  return exit_with(ExitCode::kBadInput);
}

}  // namespace
}  // namespace fairpca::cli

int main(int argc, char** argv) {
  // A full disk, a file-size limit or a closed pipe must come back as a failed write.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  fairpca::cli::watch_for_interrupt();
  return fairpca::cli::run_guarded(argc, argv);
}
