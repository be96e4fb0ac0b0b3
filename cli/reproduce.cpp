// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "csv_text.h"
#include "experiments/experiment_options.h"
#include "experiments/experiment_report.h"
#include "experiments/experiments.h"
#include "figure/svg_text.h"
#include "files/atomic_file.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "progress_bar.h"
#include "report/peak_memory.h"
#include "rows/stopwatch.h"
#include "spec_options.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct ReproduceArguments {
  std::string id, folder, data;
  bool list = false, json = false;
  OptionValues given;
};

std::string figure_csv(const LineFigure& figure) {
  std::vector<std::string> names = {figure.x_label};
  for (const FigureLine& line : figure.lines) names.push_back(line.name);
  std::string text = header_line(names);
  for (Index i = 0; i < figure.x.size(); ++i) {
    append_number(text, figure.x(i));
    for (const double value : figure.values.row(i)) {
      text += ',';
      if (std::isfinite(value)) append_number(text, value);
    }
    text += '\n';
  }
  return text;
}

/// A folder for figures: made when it is not there, and gone again if nothing came to be in it.
class FigureFolder {
 public:
  explicit FigureFolder(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code problem;
    made_ = std::filesystem::create_directory(path_, problem);
    if (!std::filesystem::is_directory(path_)) {
      reject(cli_message<"folder-not-made">(
          "file"_is(Place{.file = path_.string()}),
          "reason"_is(problem ? problem.message() : "there is a file of that name")));
    }
  }
  ~FigureFolder() {
    std::error_code ignored;  // a folder that holds something stays
    if (made_) std::filesystem::remove(path_, ignored);
  }
  FigureFolder(const FigureFolder&) = delete;
  FigureFolder& operator=(const FigureFolder&) = delete;

  /// Numbers and drawing of every figure; no file is replaced before all are written.
  void write(const std::vector<LineFigure>& figures) const {
    std::vector<std::unique_ptr<AtomicFile>> files;
    const auto add = [&](const std::string& name, const std::string& text) {
      files.push_back(std::make_unique<AtomicFile>(path_ / name));
      files.back()->write(text);
    };
    for (const LineFigure& figure : figures) {
      add(figure.id + ".csv", figure_csv(figure));
      add(figure.id + ".svg", svg_text(drawn(figure)));
    }
    for (const auto& file : files) file->commit();
  }

 private:
  std::filesystem::path path_;
  bool made_ = false;
};

ExitCode run(const ReproduceArguments& args) {
  if (args.list) {
    print(args.json ? experiments_json(experiments()) : experiments_table(experiments()));
    return ExitCode::kDone;
  }
  if (args.id.empty()) reject(cli_message<"experiment-missing">());
  const Experiment& experiment = find_experiment(args.id);
  const std::unique_ptr<FigureFolder> folder =
      args.folder.empty() ? nullptr : std::make_unique<FigureFolder>(args.folder);
  std::unique_ptr<ProgressBar> bar;
  ExperimentOptions options = experiment_options().read(args.given);
  const char* const given = std::getenv("FAIRPCA_DATA");
  options.data = !args.data.empty() ? args.data : given != nullptr ? given : "";
  options.pass = [&bar,
                  threads = read_settings(args.given).pass.threads](const std::string& stage) {
    bar = nullptr;  // wipes its line before the next one is drawn
    bar = std::make_unique<ProgressBar>(stage);
    return bar->pass(threads);
  };
  Stopwatch watch;
  const ExperimentResult result = run_experiment(experiment, options);
  bar = nullptr;
  if (interrupted()) throw Stopped();
  RunCosts costs{.solve_seconds = watch.lap()};
  if (folder) folder->write(result.figures);
  costs.write_seconds = watch.lap();
  costs.peak_memory_bytes = peak_memory_bytes();
  print_report(
      args.json ? experiment_json(experiment, result, costs) : experiment_table(experiment, result),
      args.folder);
  return ExitCode::kDone;
}

}  // namespace

Action add_reproduce(CLI::App& program) {
  auto args = std::make_shared<ReproduceArguments>();
  CLI::App* command = program.add_subcommand(
      "reproduce", "Run an experiment of the papers: its figures and claims");
  command->add_option("EXPERIMENT", args->id, "Which one; --list shows them")->type_name("");
  command->add_option("-o,--output", args->folder, "Folder for the figures, each as CSV and as SVG")
      ->type_name("DIR");
  command
      ->add_option("--data", args->data,
                   "Folder of the data sets (default: FAIRPCA_DATA in the environment)")
      ->type_name("DIR");
  add_options(*command, experiment_options().specs(), args->given);
  add_shared_options(*command, {"threads"}, args->given);
  command->add_flag("--list", args->list, "List the experiments");
  command->add_flag("--json", args->json, "JSON, with the numbers of all figures");
  command->footer(
      "Examples:\n"
      "  fairpca reproduce --list\n"
      "  fairpca reproduce frmppca-synthetic-balanced-4 -o figures\n"
      "  fairpca reproduce frmppca-german --data datasets -o figures --threads 2\n"
      "Exit code: 0 done, whether the claims hold or not; 2 bad usage or input.");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
