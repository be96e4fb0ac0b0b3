// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "data_options.h"
#include "fairpca/fit/fit.h"
#include "fairpca/fit/step_model.h"
#include "fairpca/model/model_file.h"
#include "fairpca/moments/moments_file.h"
#include "interrupt.h"
#include "messages.h"
#include "method_help.h"
#include "method_options.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "report/json.h"
#include "report/peak_memory.h"
#include "report/table.h"
#include "rows/stopwatch.h"
#include "sample_options.h"
#include "spec_options.h"
#include "spelling.h"
#include "subcommands.h"
#include "table_opener.h"
#include "terminal.h"
#include "unknown_words.h"

namespace fairpca::cli {
namespace {

struct FitArguments {
  std::string rows, moments, model;
  std::string method = FitSettings().method;
  bool json = false, all_groups = false;
  DataArguments data;
  OptionValues given;
  std::unique_ptr<MethodOptions> method_options;
};

TimedFit fit_from_moments(const FitArguments& args, FitSettings settings) {
  settings.grouping.columns = args.data.roles.protected_columns;
  Stopwatch watch;
  const GroupMoments moments = read_moments(args.moments);
  const double seconds = watch.lap();
  settings.pass.stop_wanted = interrupted;
  settings.pass.observer = [](const PassProgress&) {
    return interrupted() ? Flow::kStop : Flow::kContinue;
  };
  TimedFit result = fit_moments(moments, settings);
  result.seconds.read += seconds;
  return result;
}

TimedFit fit_from_table(const FitArguments& args, FitSettings settings) {
  const std::unique_ptr<RowSource> rows = open_sampled(args.data, args.rows, settings);
  ProgressBar bar("fit");
  settings.pass = bar.pass(settings.pass.threads);
  TimedFit result = fit_rows(*rows, settings);
  result.fit.model.provenance.options.merge(sample_text(args.data));
  return result;
}

/// `model.fpca` -> `model.step007.fpca`.
std::filesystem::path step_path(const std::filesystem::path& path, std::size_t step) {
  std::filesystem::path result = path;
  result.replace_filename(
      fmt::format("{}.step{:03}{}", path.stem().string(), step, path.extension().string()));
  return result;
}

/// The models of the steps, where they were kept, beside the model.
void write_steps(const Fit& fit, const std::string& path) {
  for (std::size_t step = 0; step < fit.report.history.size(); ++step) {
    if (has_step_model(fit, step)) write_model(step_model(fit, step), step_path(path, step));
  }
}

ExitCode run(const FitArguments& args, const CLI::App& command) {
  if (args.rows.empty() == args.moments.empty()) {
    reject(cli_message<"one-source">("command"_is("fit")));
  }
  if (args.model == "-") reject(cli_message<"model-to-standard-output">());
  reject_own_input(args.model, {args.moments});
  reject_own_input(args.model, args.data.files(args.rows));
  FitSettings settings = read_settings(args.given);
  settings.method = args.method;
  const bool is_default = command.count("--method") == 0;
  settings.options = args.method_options->for_method(method_called(args.method), is_default);
  check_settings(settings);  // before any file is opened
  check_sample_options(args.data);
  if (!args.moments.empty()) reject_table_options(command);
  const auto [fit, seconds] =
      args.moments.empty() ? fit_from_table(args, settings) : fit_from_moments(args, settings);
  if (interrupted()) throw Stopped();

  Stopwatch watch;
  write_steps(fit, args.model);
  write_model(fit.model, args.model);
  const RunCosts costs{.read_seconds = seconds.read,
                       .solve_seconds = seconds.solve,
                       .evaluate_seconds = seconds.evaluate,
                       .write_seconds = watch.lap(),
                       .peak_memory_bytes = peak_memory_bytes()};
  for (const Message& message : fit.report.notes) note(message);
  for (const Message& warning : fit.report.warnings) note(warning);
  print_report(args.json ? fit_json(fit, costs, spelled_as_flags)
                         : fit_table(fit, table_style(args.all_groups)),
               args.model);
  return fit.report.converged() ? ExitCode::kDone : ExitCode::kNotMet;
}

void add_model_options(CLI::App& command, FitArguments& args) {
  const char* group = "The fit";
  command.add_option("--method", args.method, "Method, see below")
      ->type_name("ID")
      ->capture_default_str();
  add_preparation_options(command, args.given, group);
  add_shared_options(command, {"seed"}, args.given, group);
  command.add_option("-o,--output", args.model, "Model to write")->type_name("MODEL")->required();
  command.add_flag("--json", args.json, "Report as JSON instead of a table");
  add_all_groups_option(command, args.all_groups);
  args.method_options = std::make_unique<MethodOptions>(command, methods());
}

}  // namespace

Action add_fit(CLI::App& program) {
  auto args = std::make_shared<FitArguments>();
  CLI::App* command = program.add_subcommand("fit", "Fit a model to a table");
  command->add_option("DATA", args->rows, data_help())->type_name("");
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_model_options(*command, *args);
  add_grouping_options(*command, args->given);
  add_table_options(*command, args->data, args->given);
  add_shared_options(*command, {"missing_category"}, args->given, "Reading the table");
  add_sample_options(*command, args->data);
  command->add_option("--moments", args->moments, "Fit from a moments file instead of DATA")
      ->type_name("FILE")
      ->group("Reading the table");
  show_first(*command,
             {"--group", "--label", "--features", "--drop", "--dimensions", "--standardize"});
  command->footer(
      "Methods, what they are fair in (`fairpca fit --method ID --help`: its options):\n" +
      method_lines() +
      "Examples:\n"
      "  fairpca fit data.csv --group sex --method fair-pca -d 5 -o model.fpca\n"
      "  fairpca fit data.csv -d 0.95 --standardize -o model.fpca --json\n"
      "  fairpca fit rows.npy --group-file sex=sex.txt -d 10 -o model.fpca\n"
      "Exit code: 0 done, 1 tolerance or constraint not met, 2 bad usage or input.");
  return [args, command] { return run(*args, *command); };
}

}  // namespace fairpca::cli
