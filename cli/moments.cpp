// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_of_rows.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "data_options.h"
#include "fairpca/moments/moments_file.h"
#include "interrupt.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "sample_options.h"
#include "spec_options.h"
#include "subcommands.h"
#include "text/counted.h"

namespace fairpca::cli {
namespace {

struct MomentsArguments {
  std::vector<std::string> inputs;
  std::string output;
  DataArguments data;
  OptionValues given;
};

GroupMoments sum_inputs(const MomentsArguments& args) {
  const FitSettings shared = read_settings(args.given);
  std::optional<ProgressBar> bar;  // of the table being read
  PassOptions shown;
  MomentsSettings settings{.missing = shared.missing,
                           .missing_category = shared.missing_category,
                           .has_all_rows = false,
                           .pass = shared.pass};
  settings.pass.observer = [&shown](const PassProgress& progress) {
    return shown.observer(progress);
  };
  settings.pass.stop_wanted = interrupted;
  return sum_moments(args.inputs, settings, [&](const std::string& file) {
    std::unique_ptr<RowSource> rows = open_sampled(args.data, file, shared);
    for (const Message& warning : column_warnings(rows->schema(), rows->name())) note(warning);
    bar.emplace(file);
    shown = bar->pass(settings.pass.threads);
    return rows;
  });
}

ExitCode run(const MomentsArguments& args) {
  for (const std::string& input : args.inputs) {
    reject_own_input(args.output, args.data.files(input));
  }
  check_sample_options(args.data);
  const GroupMoments sum = sum_inputs(args);
  write_moments(sum, args.output);
  note(fmt::format("{}: {}, {}, {}", args.output, counted(sum.rows(), "row", "rows"),
                   counted(sum.dim(), "column", "columns"),
                   counted(sum.cells().size(), "cell", "cells")));
  return ExitCode::kDone;
}

}  // namespace

Action add_moments(CLI::App& program) {
  auto args = std::make_shared<MomentsArguments>();
  CLI::App* command = program.add_subcommand(
      "moments", "Sum up tables, once, in a small file that fit --moments reads");
  command
      ->add_option("DATA", args->inputs,
                   "CSV, CSV.gz, NPY or moments files, of different rows; merged by column name")
      ->type_name("")
      ->required();
  command->add_option("-o,--output", args->output, "Moments file to write; none of DATA")
      ->type_name("FILE")
      ->required();
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_feature_options(*command, args->data);
  add_table_options(*command, args->data, args->given);
  add_shared_options(*command, {"missing_category"}, args->given, "Reading the table");
  add_sample_options(*command, args->data);
  add_shared_options(*command, {"seed"}, args->given, "Reading the table");
  command->footer(
      "Examples:\n"
      "  fairpca moments january.csv --group sex -o january.moments\n"
      "  fairpca moments january.moments february.moments -o year.moments\n"
      "  fairpca fit --moments year.moments --group sex -d 5 -o model.fpca");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
