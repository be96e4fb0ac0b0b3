// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>
#include <vector>

#include "csv_text.h"
#include "data_options.h"
#include "fairpca/model/model_file.h"
#include "fairpca/model/transform_rows.h"
#include "messages.h"
#include "model/transform_options.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "spec_options.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct TransformArguments {
  std::string model, rows, output;
  bool inverse = false;
  DataArguments data;
  OptionValues given;
};

/// One CSV line per row: the kept cells, then the numbers.
std::string csv_lines(const TransformedBlock& block) {
  std::string text;
  const RowMatrix& numbers = block.numbers;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (const std::vector<std::string>& column : block.kept) {
      append_cell(text, column[static_cast<std::size_t>(i)]);
      text += ',';
    }
    for (Index j = 0; j < numbers.cols(); ++j) {
      append_number(text, numbers(i, j));
      text += j + 1 < numbers.cols() ? ',' : '\n';
    }
  }
  return text;
}

TransformSettings settings_of(const TransformArguments& args) {
  TransformSettings settings = transform_options().read(args.given);
  if (!args.inverse) return settings;
  if (settings.what != RowResult::kCoordinates && settings.what != RowResult::kInverse) {
    reject(cli_message<"exclusive-arguments">("one"_is("--inverse"), "other"_is("--what")));
  }
  settings.what = RowResult::kInverse;
  return settings;
}

ExitCode run(const TransformArguments& args) {
  TransformSettings settings = settings_of(args);
  reject_own_input(args.output, {args.model, args.rows});
  ProgressBar bar("transform");
  settings.pass = bar.pass(read_settings(args.given).pass.threads);
  const Model model = read_model(args.model);
  const RowTransform transform(model, settings);
  DataArguments data = args.data;
  data.roles.features = transform.features();
  const std::unique_ptr<RowSource> rows = data.open_table(args.rows);

  Output output(args.output);
  std::vector<std::string> header = data.roles.kept;
  header.insert(header.end(), transform.column_names().begin(), transform.column_names().end());
  // The header goes out with the first good block: nothing does when that one is rejected.
  std::string pending = header_line(header);
  transform.apply(*rows, {.on_any_thread =
                              [](TransformedBlock& block) {
                                block.text = csv_lines(block);
                                block.numbers.resize(0, 0);
                              },
                          .in_order =
                              [&](const TransformedBlock& block) {
                                output.write(pending + block.text);
                                pending.clear();
                              }});
  output.write(pending);
  output.commit();
  return ExitCode::kDone;
}

}  // namespace

Action add_transform(CLI::App& program) {
  auto args = std::make_shared<TransformArguments>();
  CLI::App* command =
      program.add_subcommand("transform", "Project rows with a model (no group is needed)");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("DATA", args->rows, "CSV, CSV.gz or NPY (-: standard input)")
      ->type_name("")
      ->required();
  command->add_option("-o,--output", args->output, "CSV to write (-: standard output)")
      ->type_name("OUT")
      ->required();
  add_repeated(*command, "--keep", args->data.roles.kept, "Column to copy in front of pc1..pcd");
  command->add_flag("--inverse", args->inverse, "From pc1..pcd back to the encoded columns");
  for (const char* name : {"what", "embedding", "unseen"}) {
    add_option(*command, spec_named(transform_options().specs(), name), args->given);
  }
  add_table_options(*command, args->data, args->given);
  command->footer(
      "Columns are matched by name; extra ones are ignored, missing ones are an error.\n"
      "Examples:\n"
      "  fairpca transform model.fpca new.csv -o coordinates.csv --keep id\n"
      "  fairpca transform mixture.fpca holes.csv --missing model --what completion -o filled.csv\n"
      "  fairpca transform model.fpca new.csv -o - | fairpca transform model.fpca - --inverse -o "
      "approximation.csv");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
