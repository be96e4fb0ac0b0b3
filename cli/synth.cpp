// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "csv_text.h"
#include "fairpca/error.h"
#include "fairpca/synthetic/synthetic.h"
#include "interrupt.h"
#include "output.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct SynthArguments {
  std::string name, output;
  bool list = false;
  SyntheticOptions options;
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

ExitCode run(const SynthArguments& args) {
  if (args.list) {
    print(list_of_data_sets());
    return ExitCode::kDone;
  }
  if (args.name.empty() || args.output.empty()) {
    throw InvalidArgument("synth needs NAME and -o OUT; `fairpca synth --list` shows the names");
  }
  SyntheticOptions options = args.options;
  options.observer = [] { return interrupted() ? Flow::kStop : Flow::kContinue; };
  const SyntheticData data = synthesize(args.name, options);
  Output output(args.output);
  std::vector<std::string> names = data.columns;
  names.emplace_back("group");
  output.write(header_line(names));
  std::string line;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (interrupted()) throw Stopped();
    line.clear();
    for (Index j = 0; j < data.rows.cols(); ++j) {
      append_number(line, data.rows(i, j));
      line += ',';
    }
    line += fmt::format("{}\n", data.group[static_cast<std::size_t>(i)]);
    output.write(line);
  }
  output.commit();
  return ExitCode::kDone;
}

}  // namespace

Action add_synth(CLI::App& program) {
  auto args = std::make_shared<SynthArguments>();
  CLI::App* command = program.add_subcommand("synth", "Generate one of the papers' data sets");
  command->add_option("NAME", args->name, "Which one; --list shows them")->type_name("");
  command->add_option("-o,--output", args->output, "CSV to write (-: standard output)")
      ->type_name("OUT");
  command->add_option("--rows", args->options.rows, "Rows (0: as many as in the paper)")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--features", args->options.features, "Features (0: as in the paper)")
      ->type_name("P")
      ->capture_default_str();
  command->add_option("--seed", args->options.seed, "Same seed, same numbers on every machine")
      ->type_name("S")
      ->capture_default_str();
  command->add_flag("--list", args->list, "List the data sets");
  command->footer(
      "Examples:\n"
      "  fairpca synth --list\n"
      "  fairpca synth rfpca-toy -o toy.csv\n"
      "  fairpca synth mbf-2 --features 100 --seed 7 -o - | head");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
