// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>

#include <fmt/format.h>

#include "data_options.h"
#include "export/export_options.h"
#include "fairpca/model/model_file.h"
#include "files/atomic_file.h"
#include "output.h"
#include "own_input.h"
#include "spec_options.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct ExportArguments {
  std::string model, output;
  std::vector<std::string> kept;
  OptionValues given;
};

ExitCode run_export(const ExportArguments& args) {
  ExportSettings settings = export_options().read(args.given);
  settings.kept = args.kept;
  reject_own_input(args.output, {args.model});
  const std::string text = export_model(read_model(args.model), settings);
  if (args.output == "-") {
    print(text);
    return ExitCode::kDone;
  }
  AtomicFile file(args.output);
  file.write(text);
  file.commit();
  return ExitCode::kDone;
}

std::string formats_help() {
  std::string text = "Formats:\n";
  for (const ExportFormat& format : export_formats()) {
    text += fmt::format("  {:<5} {}\n", format.id, format.brief);
  }
  return text;
}

}  // namespace

Action add_export(CLI::App& program) {
  auto args = std::make_shared<ExportArguments>();
  CLI::App* command =
      program.add_subcommand("export", "Write a model as SQL, C or JSON, for use elsewhere");
  command->add_option("MODEL", args->model, "Model written by fit")->type_name("")->required();
  command->add_option("-o,--output", args->output, "File to write (-: standard output)")
      ->type_name("FILE")
      ->required();
  const auto& specs = export_options().specs();
  add_option(*command, spec_named(specs, "format"), args->given);
  add_option(*command, spec_named(specs, "table"), args->given);
  add_repeated(*command, "--keep", args->kept, "SQL: column to copy in front of pc1..pcd");
  add_option(*command, spec_named(specs, "missing"), args->given);
  add_option(*command, spec_named(specs, "unseen"), args->given);
  command->footer(formats_help() +
                  "Of a cell that transform rejects SQL makes NULLs, and C returns the place.\n"
                  "Examples:\n"
                  "  fairpca export model.fpca --format sql --table people --keep id -o view.sql\n"
                  "  fairpca export model.fpca --format c --unseen zeros -o model.c\n"
                  "  fairpca export model.fpca --format json -o model.json");
  return [args] { return run_export(*args); };
}

}  // namespace fairpca::cli
