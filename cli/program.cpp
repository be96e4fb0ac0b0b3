// SPDX-License-Identifier: BSD-3-Clause
#include "program.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "completion.h"
#include "fairpca/error.h"
#include "fairpca/version.h"
#include "help.h"
#include "interrupt.h"
#include "output.h"
#include "parse_problem.h"
#include "repeated_values.h"
#include "subcommands.h"
#include "table_opener.h"
#include "terminal.h"
#include "unknown_words.h"

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
  note_error(note_text(parse_problem(program, problem)));
  note("`fairpca " + command + "--help` shows the options and examples");
  return exit_with(ExitCode::kBadInput);
}

/// A command and the heading it stands under in the help.
struct Command {
  const char* heading;
  Action (*add)(CLI::App&);
};

constexpr const char* kToAModel = "From a table to a model";
constexpr const char* kWithAModel = "With a model";
constexpr const char* kMore = "More";

/// In the order people need them.
constexpr Command kCommands[] = {
    {kToAModel, add_describe},   {kToAModel, add_compare},  {kToAModel, add_report},
    {kToAModel, add_fit},        {kToAModel, add_path},     {kWithAModel, add_transform},
    {kWithAModel, add_evaluate}, {kWithAModel, add_verify}, {kWithAModel, add_inspect},
    {kWithAModel, add_export},   {kMore, add_methods},      {kMore, add_measures},
    {kMore, add_moments},        {kMore, add_synth},        {kMore, add_reproduce},
    {kMore, add_completion},
};

constexpr const char* kExamples =
    "Examples:\n"
    "  fairpca describe data.csv --group sex\n"
    "  fairpca fit data.csv --group sex --method fair-pca -d 5 -o model.fpca\n"
    "  fairpca transform model.fpca new.csv -o components.csv\n"
    "`fairpca COMMAND --help` shows the options of a command, `fairpca` how to begin.";

/// All commands on `program`; what each does, in their order.
std::vector<Action> add_commands(CLI::App& program) {
  program.set_version_flag("--version", "fairpca " + std::string(kVersion));
  program.set_help_flag("-h,--help", "Show this help");
  program.require_subcommand(1);
  program.formatter(std::make_shared<HelpFormatter>());
  program.footer(kExamples);
  std::vector<Action> actions;
  for (const Command& command : kCommands) {
    actions.push_back(command.add(program));
    program.get_subcommands([](const CLI::App*) { return true; }).back()->group(command.heading);
  }
  add_color_option(program);
  return actions;
}

int run_program(int argc, char** argv) {
  CLI::App program("Principal component analysis that is fair to groups", "fairpca");
  const std::vector<Action> actions = add_commands(program);
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  remember_words(words);
  if (asks_to_complete(words)) {
    print(completions(program, words));
    return exit_with(ExitCode::kDone);
  }
  if (const std::optional<std::string> help = help_wanted(program, words)) {
    print(*help);
    return exit_with(ExitCode::kDone);
  }
  reject_unknown_words(program, words);
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
  note_error(problem);
  return exit_with(ExitCode::kBadInput);
}

int run_guarded(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const BrokenPipe&) {
    return exit_with(ExitCode::kDone);
  } catch (const std::bad_alloc&) {
    note_error(kOutOfMemory);
  } catch (const std::length_error&) {  // more elements than a container can count
    note_error(kOutOfMemory);
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

int run_command_line(int argc, char** argv) {
  const InterruptWatch watch;
  return run_guarded(argc, argv);
}

}  // namespace fairpca::cli
