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
#include "fairpca/rows/finite_output.h"
#include "fairpca/rows/map_blocks.h"
#include "output.h"
#include "own_input.h"
#include "progress_bar.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

/// What is written of each row.
enum class What {
  kCoordinates,
  kReconstruction,
  kCompletion,
  kResponsibilities,
  kPosteriorMeans,
  kLogLikelihood
};

struct TransformArguments {
  std::string model, rows, output;
  bool inverse = false, embedding_given = false;
  What what = What::kCoordinates;
  Embedding embedding = Embedding::kAverage;
  DataArguments data;
};

std::vector<std::string> numbered(const char* name, Index count) {
  std::vector<std::string> names;
  for (Index j = 1; j <= count; ++j) names.push_back(fmt::format("{}{}", name, j));
  return names;
}

std::vector<std::string> coordinate_names(Index dimensions) {
  return numbered("pc", dimensions);
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

/// Of a mixture: component1_pc1, component1_pc2, ...
std::vector<std::string> posterior_mean_names(const Model& model) {
  std::vector<std::string> names;
  if (!model.mixture) return names;
  for (const std::string& component : numbered("component", model.mixture->size())) {
    for (const std::string& name : coordinate_names(model.mixture->latent_dimensions())) {
      names.push_back(fmt::format("{}_{}", component, name));
    }
  }
  return names;
}

std::vector<std::string> number_names(const TransformArguments& args, const Model& model) {
  if (args.inverse) return model.encoding.names();
  switch (args.what) {
    case What::kReconstruction:
    case What::kCompletion:
      return model.encoding.names();
    case What::kResponsibilities:
      return numbered("component", model.mixture ? model.mixture->size() : 0);
    case What::kPosteriorMeans:
      return posterior_mean_names(model);
    case What::kLogLikelihood:
      return {"log_likelihood"};
    case What::kCoordinates:
      break;
  }
  return coordinate_names(model.dimensions());
}

RowMatrix numbers_of(const TransformArguments& args, const Model& model, RowsRef rows) {
  if (args.inverse) return model.inverse_transform(rows);
  switch (args.what) {
    case What::kReconstruction:
      return model.reconstruct(rows);
    case What::kCompletion:
      return model.complete(rows);
    case What::kResponsibilities:
      return model.responsibilities(rows);
    case What::kPosteriorMeans:
      return model.posterior_means(rows);
    case What::kLogLikelihood:
      return model.log_likelihood(rows);
    case What::kCoordinates:
      break;
  }
  return model.transform(rows);
}

/// Refuses what this model cannot give before a row is read.
Model checked_model(const TransformArguments& args) {
  Model model = read_model(args.model);
  if (args.embedding_given) {
    if (!model.mixture) throw InvalidArgument("--embedding is for mixtures; this model is none");
    model.mixture->embedding = args.embedding;
  }
  if (args.inverse && args.what != What::kCoordinates) {
    throw InvalidArgument("--inverse turns coordinates back; it takes no --what");
  }
  const RowMatrix none(0, args.inverse ? model.dimensions() : model.mean.size());
  numbers_of(args, model, none);
  return model;
}

ExitCode run(const TransformArguments& args) {
  if (args.data.missing == MissingCells::kDropRow) {
    throw InvalidArgument(
        "--missing drop-row: transform writes one row per row it reads; use error, mean or model");
  }
  refuse_own_input(args.output, {args.model, args.rows});
  const Model model = checked_model(args);
  const Encoding encoding = args.inverse ? coordinate_encoding(model.dimensions()) : model.encoding;
  EncodeOptions options = args.inverse ? EncodeOptions{} : encode_options(args.data, model);
  std::erase(options.offered, MissingCells::kDropRow);
  if (args.inverse) options.offered.clear();
  DataArguments data = args.data;
  data.roles.features = encoding.features();
  const std::unique_ptr<RowSource> rows = data.open_table(args.rows);

  Output output(args.output);
  std::vector<std::string> header = data.roles.kept;
  const std::vector<std::string> numbers = number_names(args, model);
  header.insert(header.end(), numbers.begin(), numbers.end());
  // The header goes out with the first good block: nothing does when that one is refused.
  std::string pending = header_line(header);

  ProgressBar bar("transform");
  map_blocks(
      *rows, bar.pass(data.threads),
      [&](const RowBlock& block) {
        const EncodedBlock encoded = encoding.encode(block, options);
        const RowMatrix result = require_finite_output(
            numbers_of(args, model, encoded.rows), block,
            [&](Index col) { return numbers[static_cast<std::size_t>(col)]; });
        return csv_lines(result, block.kept);
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
  add_choice<What>(*command, "--what", args->what,
                   {{"coordinates", What::kCoordinates},
                    {"reconstruction", What::kReconstruction},
                    {"completion", What::kCompletion},
                    {"responsibilities", What::kResponsibilities},
                    {"posterior-means", What::kPosteriorMeans},
                    {"log-likelihood", What::kLogLikelihood}},
                   "What to write of each row");
  add_choice<Embedding>(*command, "--embedding", args->embedding,
                        {{"average", Embedding::kAverage}, {"blocks", Embedding::kBlocks}},
                        "Coordinates of a mixture, if other than it was fitted with")
      ->default_str("");
  add_unseen_option(*command, args->data);
  add_table_options(*command, args->data);
  command->footer(
      "Columns are matched by name; extra ones are ignored, missing ones are an error.\n"
      "Examples:\n"
      "  fairpca transform model.fpca new.csv -o coordinates.csv --keep id\n"
      "  fairpca transform mixture.fpca holes.csv --missing model --what completion -o filled.csv\n"
      "  fairpca transform model.fpca new.csv -o - | fairpca transform model.fpca - --inverse -o "
      "approximation.csv");
  return [args, command] {
    args->embedding_given = command->count("--embedding") > 0;
    return run(*args);
  };
}

}  // namespace fairpca::cli
