// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>

#include "data_options.h"
#include "fairpca/measure/evaluate_rows.h"
#include "fairpca/model/model_file.h"
#include "interrupt.h"
#include "measure/evaluate_options.h"
#include "messages.h"
#include "output.h"
#include "progress_bar.h"
#include "report/json.h"
#include "report/peak_memory.h"
#include "report/table.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"
#include "terminal.h"

namespace fairpca::cli {
namespace {

struct EvaluateArguments {
  std::string model, rows;
  bool json = false, no_group = false, all_groups = false;
  DataArguments data;
  OptionValues given;

  bool names_groups() const {
    return !data.roles.protected_columns.empty() || !data.group_files.empty();
  }
};

/// The columns named, otherwise the model's protected columns, form the groups.
std::unique_ptr<RowSource> open_rows_for(const Model& model, const EvaluateArguments& args) {
  DataArguments data = args.data;
  data.roles.features = model.encoding.features();
  if (!args.names_groups() && !args.no_group) {
    data.roles.protected_columns = model.protected_columns;
  }
  return data.open_table(args.rows);
}

EvaluateSettings settings_of(const EvaluateArguments& args) {
  const FitSettings shared = read_settings(args.given);
  EvaluateSettings settings = evaluate_options().read(args.given);
  settings.missing_group = shared.grouping.missing;
  settings.min_group_size = shared.min_group_size;
  settings.pass = shared.pass;
  // The model's own groups are formed as they were for the fit.
  if (args.given.contains("combine") || args.names_groups()) {
    settings.combine = shared.grouping.combine;
  }
  return settings;
}

ExitCode run(const EvaluateArguments& args) {
  if (args.no_group && args.names_groups()) {
    const char* given = args.data.group_files.empty() ? "--group" : "--group-file";
    reject(cli_message<"exclusive-arguments">("one"_is(given), "other"_is("--no-group")));
  }
  EvaluateSettings settings = settings_of(args);
  const Model model = read_model(args.model);
  const std::unique_ptr<RowSource> rows = open_rows_for(model, args);
  ProgressBar bar("read");
  settings.pass = bar.pass(settings.pass.threads);
  const auto [evaluation, read_seconds, evaluate_seconds] = evaluate_rows(*rows, model, settings);
  if (interrupted()) throw Stopped();

  const RunCosts costs{.read_seconds = read_seconds,
                       .evaluate_seconds = evaluate_seconds,
                       .peak_memory_bytes = peak_memory_bytes()};
  for (const Message& warning : evaluation.warnings) note(warning);
  print(args.json ? evaluation_json(model, evaluation, costs, spelled_as_flags)
                  : evaluation_table(model, evaluation, table_style(args.all_groups)));
  return ExitCode::kDone;
}

}  // namespace

Action add_evaluate(CLI::App& program) {
  auto args = std::make_shared<EvaluateArguments>();
  CLI::App* command =
      program.add_subcommand("evaluate", "Measure a model on rows, overall and per group");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("DATA", args->rows, "CSV, CSV.gz or NPY (-: standard input)")
      ->type_name("")
      ->required();
  command->add_flag("--json", args->json, "Report as JSON instead of a table");
  add_all_groups_option(*command, args->all_groups);
  add_option(*command, spec_named(evaluate_options().specs(), "center"), args->given);
  command->add_flag("--no-group", args->no_group, "Only overall, though the model knows groups");
  add_option(*command, spec_named(evaluate_options().specs(), "unseen"), args->given);
  add_group_options(*command, args->data);
  add_grouping_options(*command, args->given);
  add_table_options(*command, args->data, args->given);
  command->footer(
      "Without --group the protected columns of the model are used.\n"
      "Examples:\n"
      "  fairpca evaluate model.fpca test.csv\n"
      "  fairpca evaluate model.fpca test.csv --group race --center group --json");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
