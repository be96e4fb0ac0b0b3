// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fairpca/model/model_file.h"
#include "fairpca/model/sample_rows.h"
#include "fairpca/synthetic/synthetic.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "own_input.h"
#include "spec_options.h"
#include "subcommands.h"
#include "synthetic/synthetic_options.h"
#include "table_output.h"

namespace fairpca::cli {
namespace {

struct SynthArguments {
  std::string name, model, output;
  bool list = false;
  OptionValues given;
};

std::string list_of_data_sets() {
  std::size_t width = 0;
  for (const SyntheticSpec& spec : synthetic_specs()) width = std::max(width, spec.name.size());
  std::string list;
  for (const SyntheticSpec& spec : synthetic_specs()) {
    list += fmt::format("{:{}}  {}\n", spec.name, width, spec.summary);
  }
  return list;
}

constexpr Index kRowsAtOnce = 4096;

void check_arguments(const SynthArguments& args) {
  if ((args.name.empty() && args.model.empty()) || args.output.empty()) {
    reject(cli_message<"data-set-missing">());
  }
  if (args.model.empty()) return;
  if (!args.name.empty()) {
    reject(cli_message<"exclusive-arguments">("one"_is("NAME"), "other"_is("--model")));
  }
  if (args.given.contains("features")) {
    reject(cli_message<"features-of-model">("option"_is(OptionName{"features"})));
  }
}

/// Rows drawn from a model's density, a part at a time.
ExitCode draw(const SynthArguments& args, const SyntheticOptions& options) {
  const Model model = read_model(args.model);
  const Index count = options.rows > 0 ? options.rows : model.rows;
  sample_rows(model, 0, 0, options.seed);  // rejects before anything is written
  TableOutput output(args.output, model.encoding.names());
  for (Index first = 0; first < count; first += kRowsAtOnce) {
    if (interrupted()) throw Stopped();
    const Index part = std::min(kRowsAtOnce, count - first);
    output.write(output.part(sample_rows(model, first, part, options.seed)), part);
  }
  output.commit();
  return ExitCode::kDone;
}

/// The rows of a data set, the group in the last column.
void write_data(const SyntheticData& data, const std::string& path) {
  std::vector<std::string> names = data.columns;
  names.emplace_back("group");
  TableOutput output(path, std::move(names));
  const Index features = data.rows.cols();
  for (Index first = 0; first < data.rows.rows(); first += kRowsAtOnce) {
    if (interrupted()) throw Stopped();
    const Index count = std::min(kRowsAtOnce, data.rows.rows() - first);
    RowMatrix part(count, features + 1);
    part.leftCols(features) = data.rows.middleRows(first, count);
    for (Index i = 0; i < count; ++i) {
      part(i, features) = data.group[static_cast<std::size_t>(first + i)];
    }
    output.write(output.part(part), count);
  }
  output.commit();
}

ExitCode run(const SynthArguments& args) {
  if (args.list) {
    print(list_of_data_sets());
    return ExitCode::kDone;
  }
  check_arguments(args);
  reject_own_input(args.output, {args.model});
  table_format(args.output);
  SyntheticOptions options = synthetic_options().read(args.given);
  if (!args.model.empty()) return draw(args, options);
  options.observer = [] { return interrupted() ? Flow::kStop : Flow::kContinue; };
  write_data(synthesize(args.name, options), args.output);
  return ExitCode::kDone;
}

}  // namespace

Action add_synth(CLI::App& program) {
  auto args = std::make_shared<SynthArguments>();
  CLI::App* command =
      program.add_subcommand("synth", "Generate one of the papers' data sets, or rows of a model");
  command->add_option("NAME", args->name, "Which one; --list shows them")->type_name("");
  command
      ->add_option("--model", args->model,
                   "Draw rows of the encoded columns from this model instead (ppca, mixtures)")
      ->type_name("MODEL");
  command
      ->add_option("-o,--output", args->output,
                   "CSV, CSV.gz or NPY to write, by its name (-: CSV on standard output)")
      ->type_name("OUT");
  add_options(*command, synthetic_options().specs(), args->given);
  command->add_flag("--list", args->list, "List the data sets");
  command->footer(
      "Examples:\n"
      "  fairpca synth --list\n"
      "  fairpca synth rfpca-toy -o toy.csv\n"
      "  fairpca synth --model mixture.fpca --rows 1000 --seed 7 -o drawn.csv\n"
      "  fairpca synth mbf-2 --features 100 --seed 7 -o - | head");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
