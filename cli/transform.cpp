// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "choice.h"
#include "csv_text.h"
#include "data_options.h"
#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fairpca/rows/map_blocks.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct TransformArguments {
  std::string model, rows, output;
  bool inverse = false;
  DataArguments data;
};

std::vector<std::string> coordinate_names(Index dimensions) {
  std::vector<std::string> names;
  for (Index j = 1; j <= dimensions; ++j) names.push_back(fmt::format("pc{}", j));
  return names;
}

/// Rows of coordinates, as --inverse reads them.
Encoding coordinate_encoding(Index dimensions) {
  std::vector<EncodedColumn> columns;
  for (const std::string& name : coordinate_names(dimensions)) {
    columns.push_back({{name, ColumnKind::kNumeric}, {}});
  }
  return Encoding(std::move(columns));
}

/// One CSV line per row: the kept cells, then the numbers.
std::string csv_lines(const RowMatrix& numbers, const std::vector<std::vector<std::string>>& kept) {
  std::string text;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (const std::vector<std::string>& column : kept) {
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

ExitCode run(const TransformArguments& args) {
  if (args.data.missing == MissingCells::kDropRow) {
    throw InvalidArgument(
        "--missing drop-row: transform writes one row per row it reads; use error or mean");
  }
  refuse_own_input(args.output, {args.model, args.rows});
  const Model model = read_model(args.model);
  const Encoding encoding = args.inverse ? coordinate_encoding(model.dimensions()) : model.encoding;
  EncodeOptions options = args.inverse ? EncodeOptions{} : encode_options(args.data, model);
  options.rows_may_go = false;
  DataArguments data = args.data;
  data.roles.features = encoding.features();
  const std::unique_ptr<RowSource> rows = data.open_table(args.rows);

  Output output(args.output);
  std::vector<std::string> header = data.roles.kept;
  const std::vector<std::string> numbers =
      args.inverse ? model.encoding.names() : coordinate_names(model.dimensions());
  header.insert(header.end(), numbers.begin(), numbers.end());
  // The header goes out with the first good block: nothing does when that one is refused.
  std::string pending = header_line(header);

  ProgressBar bar("transform");
  map_blocks(
      *rows, bar.pass(data.threads),
      [&](const RowBlock& block) {
        const EncodedBlock encoded = encoding.encode(block, options);
        return csv_lines(
            args.inverse ? model.inverse_transform(encoded.rows) : model.transform(encoded.rows),
            block.kept);
      },
      [&](const std::string& text) {
        output.write(pending + text);
        pending.clear();
      });
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
  add_unseen_option(*command, args->data);
  add_table_options(*command, args->data);
  command->footer(
      "Columns are matched by name; extra ones are ignored, missing ones are an error.\n"
      "Examples:\n"
      "  fairpca transform model.fpca new.csv -o coordinates.csv --keep id\n"
      "  fairpca transform model.fpca new.csv -o - | fairpca transform model.fpca - --inverse -o "
      "approximation.csv");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
