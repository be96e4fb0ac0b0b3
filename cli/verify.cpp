// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/verify/verify.h"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "data_options.h"
#include "fairpca/model/model_file.h"
#include "fairpca/moments/moments_file.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "progress_bar.h"
#include "report/verification.h"
#include "rows/adapted_rows.h"
#include "sample_options.h"
#include "spec_options.h"
#include "spelling.h"
#include "study/messages.h"
#include "study/splits_file.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct VerifyArguments {
  std::string model, rows, moments, splits;
  int split = 1;
  bool json = false;
  DataArguments data;
  OptionValues given;
};

/// The rows that a split of a study trained on; all others weigh nothing.
class TrainingRows {
 public:
  TrainingRows(RowSource& rows, const VerifyArguments& args)
      : given_(read_splits(args.splits)),
        column_(static_cast<std::size_t>(args.split) - 1),
        rows_(rows, rows.schema(), [this](RowBlock& block) { weigh(block); }) {
    if (column_ < given_.names.size()) return;
    reject(cli_message<"no-such-split">("option"_is(OptionName{"split"}),
                                        "place"_is(Place{.file = args.splits}),
                                        "count"_is(given_.names.size()), "value"_is(args.split)));
  }

  RowSource& rows() { return rows_; }

 private:
  void weigh(RowBlock& block) const {
    constexpr signed char kTrainedOn = 0;
    if (block.first_row + block.rows > given_.rows) {
      reject(study_message<"splits-rows">(
          "place"_is(Place{.file = given_.file}), "given"_is(given_.rows),
          "rows"_is(fmt::format("{} or more", block.first_row + block.rows))));
    }
    block.weights.resize(static_cast<std::size_t>(block.rows), 1.0);
    for (Index row = 0; row < block.rows; ++row) {
      if (given_.of(block.first_row + row)[column_] != kTrainedOn) {
        block.weights[static_cast<std::size_t>(row)] = 0;
      }
    }
  }

  GivenSplits given_;
  std::size_t column_;
  AdaptedRows rows_;
};

Verification verify_table(const VerifyArguments& args, const Model& model, int threads) {
  DataArguments data = args.data;
  data.roles.features = model.encoding.features();
  if (data.roles.protected_columns.empty() && data.group_files.empty()) {
    data.roles.protected_columns = model.protected_columns;
  }
  if (!data.roles.label && data.label_file.empty() && needs_label(model)) {
    data.roles.label = model.label_column;
  }
  const std::unique_ptr<RowSource> rows = open_fitted_rows(data, args.rows, model, threads);
  ProgressBar bar("verify");
  if (args.splits.empty()) return verify_rows(*rows, model, bar.pass(threads));
  TrainingRows training(*rows, args);
  return verify_rows(training.rows(), model, bar.pass(threads));
}

ExitCode run_verify(const VerifyArguments& args, const CLI::App& command) {
  if (args.rows.empty() == args.moments.empty()) {
    reject(cli_message<"one-source">("command"_is("verify")));
  }
  const int threads = read_settings(args.given).pass.threads;
  if (!args.moments.empty()) reject_table_options(command);
  const Model model = read_model(args.model);
  const Verification verification = args.moments.empty()
                                        ? verify_table(args, model, threads)
                                        : verify_model(model, read_moments(args.moments), threads);
  if (interrupted()) throw Stopped();
  print(args.json ? verification_json(model, verification, spelled_as_flags)
                  : verification_lines(verification, spelled_as_flags));
  return verification.ok() ? ExitCode::kDone : ExitCode::kNotMet;
}

}  // namespace

Action add_verify(CLI::App& program) {
  auto args = std::make_shared<VerifyArguments>();
  CLI::App* command =
      program.add_subcommand("verify", "Prove again what a model's fit proved, from the data");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("DATA", args->rows, "The rows it was fitted to: CSV, CSV.gz or NPY")
      ->type_name("");
  command
      ->add_option("--moments", args->moments, "Their moments, written by moments, instead of DATA")
      ->type_name("FILE");
  command->add_option("--splits", args->splits, "splits.csv of a comparison: rows trained on alone")
      ->type_name("FILE");
  command->add_option("--split", args->split, "Which of its splits, from 1")
      ->type_name("K")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", args->json, "Report as JSON instead of lines");
  add_group_options(*command, args->data);
  add_label_options(*command, args->data);
  add_form_options(*command, args->data);
  add_shared_options(*command, {"threads"}, args->given, "Reading the table");
  command->footer(
      "Groups, scaling, missing values and samples are taken as for the fit.\n"
      "Nothing of the file is trusted but its components and multipliers.\n"
      "Examples:\n"
      "  fairpca verify model.fpca data.csv\n"
      "  fairpca verify model.fpca --moments data.moments --json\n"
      "  fairpca verify study/models/pca-d5.fpca data.csv --splits study/splits.csv\n"
      "Exit code: 0 every claim was proven again, 1 a claim does not hold, cannot be\n"
      "checked or is withheld, 2 bad usage or a damaged file.");
  return [args, command] { return run_verify(*args, *command); };
}

}  // namespace fairpca::cli
