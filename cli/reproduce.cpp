// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "experiments/experiment_report.h"
#include "experiments/experiments.h"
#include "fairpca/version.h"
#include "figure/figure_csv.h"
#include "figure/svg_text.h"
#include "files/atomic_file.h"
#include "interrupt.h"
#include "messages.h"
#include "output.h"
#include "progress_bar.h"
#include "rows/stopwatch.h"
#include "spec_options.h"
#include "subcommands.h"

namespace fairpca::cli {
namespace {

struct ReproduceArguments {
  std::vector<std::string> ids, without;
  std::string folder, data;
  bool list = false, json = false, quick = false, resume = false;
  OptionValues given;
};

/// Whether `word` asks for the experiment: its id, its paper's, or all.
bool asks_for(const std::string& word, const Experiment& experiment) {
  return word == "all" || word == experiment.id || word == facts_of(experiment.paper).id;
}

/// The experiments asked for, each once, in the order of the registry.
std::vector<const Experiment*> asked_experiments(const std::vector<std::string>& words) {
  if (words.empty()) reject(cli_message<"experiment-missing">());
  for (const std::string& word : words) {
    const bool is_known =
        std::any_of(experiments().begin(), experiments().end(),
                    [&word](const Experiment& one) { return asks_for(word, one); });
    if (!is_known) find_experiment(word);
  }
  std::vector<const Experiment*> asked;
  for (const Experiment& experiment : experiments()) {
    const bool is_asked = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return asks_for(word, experiment);
    });
    if (is_asked) asked.push_back(&experiment);
  }
  return asked;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(": ");
    if (line.starts_with("model name") && at != std::string::npos) return line.substr(at + 2);
  }
  return "a processor of unknown name";
}

RunFacts facts_of_run(const ReproduceArguments& args) {
  RunFacts facts;
  facts.command = "fairpca reproduce";
  for (const std::string& id : args.ids) facts.command += ' ' + id;
  for (const std::string& word : args.without) facts.command += " --without " + word;
  if (args.quick) facts.command += " --quick";
  facts.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  facts.machine = fmt::format("{} processors ({}), fairpca {}", std::thread::hardware_concurrency(),
                              processor_name(), kVersion);
  facts.is_quick = args.quick;
  return facts;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

void write_result(const std::filesystem::path& folder, const ExperimentResult& result) {
  for (const Figure& figure : result.figures) {
    write_text(folder / (figure.id + ".svg"), svg_text(figure));
    write_text(folder / (figure.id + ".csv"), csv_text(figure));
  }
  for (const ComparedTable& table : result.tables) {
    write_text(folder / (table.id + ".csv"), compared_csv(table));
  }
}

void write_pages(const std::filesystem::path& folder, const std::vector<RanExperiment>& ran,
                 const RunFacts& facts) {
  for (const Paper paper : {Paper::kFairPca, Paper::kRfpca, Paper::kMbfPca, Paper::kFrMppca}) {
    const bool is_there = std::any_of(ran.begin(), ran.end(), [paper](const RanExperiment& one) {
      return one.experiment->paper == paper;
    });
    if (is_there) write_text(folder / (facts_of(paper).id + ".md"), paper_page(paper, ran, facts));
  }
  write_text(folder / "results.json", runs_json(ran, facts));
}

/// Options of the runs, with a progress line that is wiped when the next stage begins.
ExperimentOptions options_of(const ReproduceArguments& args, std::unique_ptr<ProgressBar>& bar) {
  ExperimentOptions options;
  const char* const given = std::getenv("FAIRPCA_DATA");
  options.data = !args.data.empty() ? args.data : given != nullptr ? given : "";
  options.folder = args.folder;
  options.is_quick = args.quick;
  options.resumes = args.resume;
  options.left_out = args.without;
  const int threads = read_settings(args.given).pass.threads;
  options.pass = [&bar, threads](const std::string& stage) {
    bar = nullptr;  // wipes its line before the next one is drawn
    bar = std::make_unique<ProgressBar>(stage);
    PassOptions pass = bar->pass(threads);
    pass.stop_wanted = [] { return interrupted(); };
    return pass;
  };
  options.progressed = [&bar](const std::string& study, const StudyProgress& progress) {
    if (bar) bar->show(progress.share, fmt::format("{}: {}", study, progress.task));
  };
  return options;
}

ExitCode run(const ReproduceArguments& args) {
  if (args.list) {
    print(args.json ? experiments_json(experiments()) : experiments_table(experiments()));
    return ExitCode::kDone;
  }
  const std::vector<const Experiment*> asked = asked_experiments(args.ids);
  std::unique_ptr<ProgressBar> bar;
  ExperimentOptions options = options_of(args, bar);
  check_files(asked, options.data);
  RunFacts facts = facts_of_run(args);
  if (!args.folder.empty()) std::filesystem::create_directories(args.folder);
  StudyRuns runs(std::move(options));
  Stopwatch whole;
  std::vector<RanExperiment> ran;
  for (const Experiment* experiment : asked) {
    Stopwatch watch;
    ExperimentResult result = experiment->present(runs);
    bar = nullptr;
    if (interrupted()) throw Stopped();
    ran.push_back({experiment, std::move(result), watch.lap()});
    if (!args.folder.empty()) write_result(args.folder, ran.back().result);
    if (!args.json) print(experiment_text(ran.back()));
  }
  facts.seconds = whole.lap();
  facts.task_seconds = runs.task_seconds();
  if (!args.folder.empty()) write_pages(args.folder, ran, facts);
  if (args.json) print(runs_json(ran, facts));
  return ExitCode::kDone;
}

}  // namespace

Action add_reproduce(CLI::App& program) {
  auto args = std::make_shared<ReproduceArguments>();
  CLI::App* command = program.add_subcommand(
      "reproduce", "Run experiments of the papers: tables, figures and claims");
  command->add_option("ID", args->ids, "Which ones, of one paper (rfpca), or all; see --list")
      ->type_name("...");
  command
      ->add_option("-o,--output", args->folder,
                   "Folder for tables, figures, a page per paper and the studies behind them")
      ->type_name("DIR");
  command
      ->add_option("--data", args->data,
                   "Folder of the data sets (default: FAIRPCA_DATA in the environment)")
      ->type_name("DIR");
  command->add_flag("--quick", args->quick, "Small: few rows, splits, dimensions and steps");
  command->add_flag("--resume", args->resume, "Go on with the studies in DIR");
  command
      ->add_option("--without", args->without,
                   "Leave out the studies whose names hold this word, as lfw")
      ->type_name("WORD");
  add_shared_options(*command, {"threads"}, args->given);
  command->add_flag("--list", args->list, "List the experiments");
  command->add_flag("--json", args->json, "JSON instead of tables");
  command->footer(
      "Examples:\n"
      "  fairpca reproduce --list\n"
      "  fairpca reproduce rfpca-figure1 -o figures\n"
      "  fairpca reproduce rfpca-table1 rfpca-table3 --data datasets -o rfpca --resume\n"
      "  fairpca reproduce all --quick --data datasets\n"
      "Exit code: 0 done, whether the claims hold or not; 2 bad usage or input.");
  return [args] { return run(*args); };
}

}  // namespace fairpca::cli
