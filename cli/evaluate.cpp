// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data_options.h"
#include "fairpca/measure/evaluate_rows.h"
#include "fairpca/measure/requirements.h"
#include "fairpca/model/model_file.h"
#include "files/atomic_file.h"
#include "interrupt.h"
#include "measure/evaluate_options.h"
#include "messages.h"
#include "output.h"
#include "progress_bar.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/peak_memory.h"
#include "report/table.h"
#include "sample_options.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"
#include "table_opener.h"
#include "terminal.h"

namespace fairpca::cli {
namespace {

struct EvaluateArguments {
  std::string model, rows, training, junit;
  std::vector<std::string> rules;
  bool json = false, no_group = false, all_groups = false;
  DataArguments data;
  OptionValues given;

  bool names_groups() const {
    return !data.roles.protected_columns.empty() || !data.group_files.empty();
  }
};

/// The columns named, otherwise the model's protected columns, form the groups.
DataArguments data_for(const Model& model, const EvaluateArguments& args) {
  DataArguments data = args.data;
  data.roles.features = model.encoding.features();
  if (!args.names_groups() && !args.no_group) {
    data.roles.protected_columns = model.protected_columns;
  }
  return data;
}

EvaluateSettings settings_of(const EvaluateArguments& args) {
  const FitSettings shared = read_settings(args.given);
  EvaluateSettings settings = evaluate_options().read(args.given);
  settings.missing_group = shared.grouping.missing;
  settings.min_group_size = shared.min_group_size;
  settings.seed = shared.seed;
  settings.pass = shared.pass;
  // The model's own groups are formed as they were for the fit.
  if (args.given.contains("combine") || args.names_groups()) {
    settings.combine = shared.grouping.combine;
  }
  return settings;
}

/// The rules, parsed before any file is opened; what they name is measured too.
std::vector<Requirement> requirements_of(const EvaluateArguments& args,
                                         EvaluateSettings& settings) {
  std::vector<Requirement> requirements;
  for (const std::string& rule : args.rules) {
    requirements.push_back(parse_requirement(rule));
    const std::string& id = requirements.back().measure;
    std::vector<std::string>& measures = settings.measures;
    const bool is_asked_for =
        measures.empty() || std::find(measures.begin(), measures.end(), id) != measures.end();
    if (!is_asked_for) measures.push_back(id);
  }
  return requirements;
}

void check_arguments(const EvaluateArguments& args) {
  if (args.no_group && args.names_groups()) {
    const char* given = args.data.group_files.empty() ? "--group" : "--group-file";
    reject(cli_message<"exclusive-arguments">("one"_is(given), "other"_is("--no-group")));
  }
  if (!args.junit.empty() && args.rules.empty()) reject(cli_message<"junit-without-rules">());
  check_sample_options(args.data);
}

/// One line for each broken rule; the file for other programs.
ExitCode report_requirements(const std::vector<RequirementResult>& results,
                             std::optional<AtomicFile>& junit) {
  bool all_met = true;
  for (const RequirementResult& result : results) {
    if (result.problem) note(*result.problem);
    all_met = all_met && result.is_met;
  }
  if (junit) {
    junit->write(junit_xml(results, spelled_as_flags));
    junit->commit();
  }
  return all_met ? ExitCode::kDone : ExitCode::kNotMet;
}

ExitCode run(const EvaluateArguments& args) {
  check_arguments(args);
  EvaluateSettings settings = settings_of(args);
  const std::vector<Requirement> requirements = requirements_of(args, settings);
  const Model model = read_model(args.model);
  const DataArguments data = data_for(model, args);
  const std::unique_ptr<RowSource> rows =
      open_sampled(data, args.rows, read_settings(args.given), &model);
  std::unique_ptr<RowSource> training;
  if (!args.training.empty()) training = data.open_table(args.training);
  std::optional<AtomicFile> junit;  // where it cannot be written, that is known before long work
  if (!args.junit.empty()) junit.emplace(args.junit);
  ProgressBar bar("read");
  settings.pass = bar.pass(settings.pass.threads);
  const auto [evaluation, read_seconds, evaluate_seconds] =
      evaluate_rows(*rows, model, settings, training.get());
  if (interrupted()) throw Stopped();

  std::vector<RequirementResult> results;
  for (const Requirement& requirement : requirements) {
    results.push_back(check_requirement(requirement, evaluation));
  }
  const RunCosts costs{.read_seconds = read_seconds,
                       .evaluate_seconds = evaluate_seconds,
                       .peak_memory_bytes = peak_memory_bytes()};
  for (const Message& warning : evaluation.warnings) note(warning);
  for (const Message& said : evaluation.notes) note(said);
  print(args.json ? evaluation_json(model, evaluation, costs, spelled_as_flags, results)
                  : evaluation_table(model, evaluation, table_style(args.all_groups)));
  return report_requirements(results, junit);
}

void add_measure_options(CLI::App& command, EvaluateArguments& args) {
  const char* group = "What is measured";
  const std::vector<OptionSpec>& specs = evaluate_options().specs();
  command.add_option("--train", args.training, "Table of training rows, for classifiers")
      ->type_name("TABLE")
      ->group(group);
  add_option(command, spec_named(specs, "measures"), args.given, group)->type_name("LIST");
  for (const char* name : {"classifier", "positive"}) {
    add_option(command, spec_named(specs, name), args.given, group);
  }
  add_shared_options(command, {"seed"}, args.given, group);
  add_repeated(command, "--require", args.rules,
               "Rule, as \"gap<=0.02\" or \"loss[Female]<=1.5\"; exit 1 if it is broken")
      ->type_name("RULE")
      ->group(group);
  command.add_option("--junit", args.junit, "Write the rules as JUnit XML")
      ->type_name("FILE")
      ->group(group);
}

}  // namespace

Action add_evaluate(CLI::App& program) {
  auto args = std::make_shared<EvaluateArguments>();
  CLI::App* command =
      program.add_subcommand("evaluate", "Measure a model on rows, overall and per group");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("DATA", args->rows, data_help())->type_name("")->required();
  command->add_flag("--json", args->json, "Report as JSON instead of a table");
  add_all_groups_option(*command, args->all_groups);
  add_option(*command, spec_named(evaluate_options().specs(), "center"), args->given);
  command->add_flag("--no-group", args->no_group, "Only overall, though the model knows groups");
  add_option(*command, spec_named(evaluate_options().specs(), "unseen"), args->given);
  add_measure_options(*command, *args);
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_grouping_options(*command, args->given);
  add_table_options(*command, args->data, args->given);
  add_sample_options(*command, args->data);
  command->footer(
      "Without --group the protected columns of the model are used.\n"
      "Examples:\n"
      "  fairpca evaluate model.fpca test.csv\n"
      "  fairpca evaluate model.fpca test.csv --train train.csv --label income\n"
      "  fairpca evaluate model.fpca test.csv --require \"gap<=0.02\" --junit gate.xml");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
