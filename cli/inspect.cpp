// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>

#include "fairpca/model/model_file.h"
#include "figure_output.h"
#include "output.h"
#include "report/figures/biplot_figure.h"
#include "report/json.h"
#include "report/table.h"
#include "subcommands.h"
#include "terminal.h"

namespace fairpca::cli {
namespace {

struct InspectArguments {
  std::string model, svg;
  bool json = false, all_groups = false;
};

ExitCode run(const InspectArguments& args) {
  check_svg_file(args.svg, "", args.json, {args.model});
  const Model model = read_model(args.model);
  if (!args.svg.empty()) write_svg(biplot_figure(model), args.svg);
  if (args.svg == "-") return ExitCode::kDone;
  print(args.json ? model_json(model) : model_table(model, table_style(args.all_groups)));
  return ExitCode::kDone;
}

}  // namespace

Action add_inspect(CLI::App& program) {
  auto args = std::make_shared<InspectArguments>();
  CLI::App* command = program.add_subcommand("inspect", "Show what is in a model");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_flag("--json", args->json, "As JSON, with all loadings");
  add_svg_option(*command, args->svg, "Biplot of the features of largest communality");
  add_all_groups_option(*command, args->all_groups);
  command->footer(
      "Examples:\n"
      "  fairpca inspect model.fpca\n"
      "  fairpca inspect model.fpca --json\n"
      "  fairpca inspect model.fpca --svg biplot.svg");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
