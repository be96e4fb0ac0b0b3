// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data_options.h"
#include "fairpca/model/model_file.h"
#include "fairpca/model/transform_arrow.h"
#include "fairpca/model/transform_rows.h"
#include "messages.h"
#include "model/transform_options.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "spec_options.h"
#include "subcommands.h"
#include "table_opener.h"
#include "table_output.h"

namespace fairpca::cli {
namespace {

struct TransformArguments {
  std::string model, rows, output;
  bool inverse = false;
  DataArguments data;
  OptionValues given;
};

TransformSettings settings_of(const TransformArguments& args) {
  TransformSettings settings = transform_options().read(args.given);
  if (!args.inverse) return settings;
  if (args.given.contains("what") && settings.what != RowResult::kInverse) {
    reject(cli_message<"exclusive-arguments">("one"_is("--inverse"), "other"_is("--what")));
  }
  settings.what = RowResult::kInverse;
  return settings;
}

/// Before any file is opened; the table that others write, if it is one.
std::optional<ForeignTable> checked_output(const TransformArguments& args) {
  reject_own_input(args.output, {args.model, args.rows});
  std::optional<ForeignTable> foreign = foreign_output(args.output);
  if (foreign) return foreign;
  if (args.data.roles.kept.empty()) {
    table_format(args.output);
  } else {
    words_format(args.output, "the columns of --keep");
  }
  return std::nullopt;
}

void write_results(const RowTransform& transform, RowSource& rows, const TransformArguments& args) {
  std::vector<std::string> header = args.data.roles.kept;
  header.insert(header.end(), transform.column_names().begin(), transform.column_names().end());
  TableOutput output(args.output, std::move(header));
  transform.apply(rows, {.on_any_thread =
                             [&output](TransformedBlock& block) {
                               block.text = output.part(block.numbers, block.kept);
                               block.numbers.resize(block.numbers.rows(), 0);
                             },
                         .in_order =
                             [&output](const TransformedBlock& block) {
                               output.write(block.text, block.numbers.rows());
                             }});
  output.commit();
}

ExitCode run(const TransformArguments& args) {
  TransformSettings settings = settings_of(args);
  const std::optional<ForeignTable> foreign = checked_output(args);
  ProgressBar bar("transform");
  settings.pass = bar.pass(read_settings(args.given).pass.threads);
  const auto model = std::make_shared<const Model>(read_model(args.model));
  const RowTransform transform(*model, settings);
  DataArguments data = args.data;
  data.roles.features = transform.features();
  const std::shared_ptr<RowSource> rows = data.open_table(args.rows);
  for (const Message& warning : column_warnings(rows->schema(), rows->name())) note(warning);
  if (foreign) {
    write_foreign(*foreign, transform_to_arrow(rows, model, settings));
  } else {
    write_results(transform, *rows, args);
  }
  for (const Message& warning : rows->warnings()) note(warning);
  return ExitCode::kDone;
}

}  // namespace

Action add_transform(CLI::App& program) {
  auto args = std::make_shared<TransformArguments>();
  CLI::App* command =
      program.add_subcommand("transform", "Project rows with a model (no group is needed)");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("DATA", args->rows, data_help())->type_name("")->required();
  command->add_option("-o,--output", args->output, output_help())->type_name("OUT")->required();
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
      "  fairpca transform model.fpca new.csv -o coordinates.npy\n"
      "  fairpca transform mixture.fpca holes.csv --missing model --what completion \\\n"
      "    -o filled.csv\n"
      "  fairpca transform model.fpca new.csv -o - | \\\n"
      "    fairpca transform model.fpca - --inverse -o approximation.csv");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
