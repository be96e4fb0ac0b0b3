// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/measure/measures.h"
#include "help_layout.h"
#include "output.h"
#include "report/measures_json.h"
#include "report/methods_json.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct MeasuresArguments {
  std::string id;
  bool json = false;
};

/// One line per measure, by fairness notion.
std::string list_of_measures() {
  std::string text;
  for (const Fairness fairness : {Fairness::kReconstruction, Fairness::kRepresentation,
                                  Fairness::kLikelihood, Fairness::kNone}) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (const Measure& measure : measures()) {
      if (measure.fairness == fairness) lines.emplace_back(measure.id, measure.summary);
    }
    text += fairness == Fairness::kNone
                ? "About no group alone:\n"
                : fmt::format("Fairness notion {}:\n", fairness_word(fairness));
    text += two_columns(lines) + "\n";
  }
  return text + "`fairpca measures MEASURE` shows one with its definition and interval.\n";
}

std::string line_of(const std::string& title, const std::string& text) {
  return title + ": " + wrapped_help(text, 2, title.size() + 2) + "\n";
}

std::string measure_help(const Measure& measure) {
  std::vector<std::string> statistics;
  for (const Statistic statistic : measure.statistics)
    statistics.emplace_back(to_string(statistic));
  std::string text = line_of(measure.id, measure.summary);
  text += line_of("Definition", measure.definition);
  text += line_of("Fairness notion", fairness_word(measure.fairness));
  text += line_of("Better", direction_word(measure.direction));
  text += line_of(
      "Needs",
      fmt::format("{}{}", measure_needs_word(measure.needs),
                  measure.needs_training ? "; training rows, or what is known of them" : ""));
  text +=
      line_of("Numbers", fmt::format("{}; {}", fmt::join(statistics, ", "),
                                     measure.has_groups ? "also of each group" : "of all rows"));
  text += line_of("Interval", measure.uncertainty);
  if (!measure.paper.empty()) text += line_of("Used by", measure.paper);
  const std::string command = "  fairpca evaluate model.fpca test.csv";
  const std::string option = "--measures " + measure.id;
  const bool fits = command.size() + 1 + option.size() <= kHelpWidth;
  return text + fmt::format("Example:\n{}{}{}\n", command, fits ? " " : " \\\n    ", option);
}

ExitCode run(const MeasuresArguments& args) {
  if (args.id.empty()) {
    print(args.json ? measures_json(measures()) : list_of_measures());
    return ExitCode::kDone;
  }
  const Measure& measure = find_measure(args.id);
  print(args.json ? measures_json({measure}) : measure_help(measure));
  return ExitCode::kDone;
}

}  // namespace

Action add_measures(CLI::App& program) {
  auto args = std::make_shared<MeasuresArguments>();
  CLI::App* command =
      program.add_subcommand("measures", "The measures, or one with its definition and interval");
  command->add_option("MEASURE", args->id, "Measure to show")->type_name("");
  command->add_flag("--json", args->json, "Everything the registry holds, as JSON");
  command->footer(
      "Examples:\n"
      "  fairpca measures\n"
      "  fairpca measures gap\n"
      "  fairpca measures mmd2_u --json");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
