// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/evaluate/evaluate.h"

#include <memory>
#include <string>
#include <vector>

#include "choice.h"
#include "costs.h"
#include "data_options.h"
#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fairpca/report/json.h"
#include "fairpca/report/table.h"
#include "interrupt.h"
#include "output.h"
#include "progress_bar.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct EvaluateArguments {
  std::string model, rows;
  bool json = false, no_group = false, combine_given = false;
  Center center = Center::kOverall;
  DataArguments data;
};

/// The rows read as the model encodes them, split by the groups asked for, else by the model's;
/// scored one by one where the model has a likelihood.
MeasuredRows read_rows(const EvaluateArguments& args, const Model& model) {
  DataArguments data = args.data;
  data.roles.features = model.encoding.features();
  if (data.roles.protected_columns.empty() && data.group_files.empty() && !args.no_group) {
    data.roles.protected_columns = model.protected_columns;
  }
  const std::unique_ptr<RowSource> rows = data.open_table(args.rows);
  ProgressBar bar("read");
  const std::unique_ptr<RowSource> grouped = data.in_groups(*rows);
  const PassOptions pass = bar.pass(data.threads);
  const EncodeOptions options = encode_options(data, model);
  if (model.is_probabilistic()) return measure_rows(*grouped, model, options, pass);
  return {accumulate_moments(*grouped, model.encoding, options, pass), {}};
}

/// The model's own groups are formed as they were for the fit.
GroupingOptions grouping_of(const EvaluateArguments& args, const Model& model) {
  GroupingOptions grouping = args.data.grouping;
  const auto option = model.provenance.options.find("combine");
  const bool is_own = args.data.roles.protected_columns.empty() && !args.combine_given;
  if (is_own && option != model.provenance.options.end() && option->second == "per-attribute") {
    grouping.combine = Combine::kPerAttribute;
  }
  return grouping;
}

ExitCode run(const EvaluateArguments& args) {
  if (args.no_group && !args.data.roles.protected_columns.empty()) {
    throw InvalidArgument("--group and --no-group exclude each other");
  }
  const Model model = read_model(args.model);
  Stopwatch watch;
  const auto [moments, scores] = read_rows(args, model);
  const std::vector<Group> groups = form_groups(moments, grouping_of(args, model));
  RunCosts costs{.read_seconds = watch.lap()};
  SpectralSolver spectral;
  const Evaluation evaluation =
      evaluate(model, moments, groups, args.center, spectral,
               model.is_probabilistic() ? &scores : nullptr, args.data.min_group_size);
  costs.evaluate_seconds = watch.lap();
  costs.peak_memory_bytes = peak_memory_bytes();
  if (interrupted()) throw Stopped();

  for (const std::string& warning : evaluation.warnings) note("warning: " + warning);
  print(args.json ? evaluation_json(model, evaluation, costs)
                  : evaluation_table(model, evaluation));
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
  add_choice<Center>(*command, "--center", args->center,
                     {{"overall", Center::kOverall}, {"group", Center::kGroup}},
                     "Errors of groups about the model's mean or each group's own");
  command->add_flag("--no-group", args->no_group, "Only overall, though the model knows groups");
  add_unseen_option(*command, args->data);
  add_group_options(*command, args->data);
  add_grouping_options(*command, args->data);
  add_table_options(*command, args->data);
  command->footer(
      "Without --group the protected columns of the model are used.\n"
      "Examples:\n"
      "  fairpca evaluate model.fpca test.csv\n"
      "  fairpca evaluate model.fpca test.csv --group race --center group --json");
  return [args, command] {
    args->combine_given = command->count("--combine") > 0;
    return run(*args);
  };
}

}  // namespace fairpca::cli
