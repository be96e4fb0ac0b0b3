// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
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
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "experiments/experiment_report.h"
#include "experiments/experiments.h"
#include "experiments/messages.h"
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
#include "text/counted.h"

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

bool is_among(const std::vector<const Experiment*>& some, const Experiment& experiment) {
  return std::find(some.begin(), some.end(), &experiment) != some.end();
}

/// The words that ask for just these experiments: papers' where all of a paper are there.
std::string words_of(const std::vector<const Experiment*>& some) {
  if (some.size() == experiments().size()) return " all";
  std::string words, named;
  for (const Experiment* one : some) {
    const bool is_whole =
        std::all_of(experiments().begin(), experiments().end(), [&](const Experiment& other) {
          return other.paper != one->paper || is_among(some, other);
        });
    const std::string& word = is_whole ? facts_of(one->paper).id : one->id;
    if (word != named) words += ' ' + word;
    named = word;
  }
  return words;
}

RunFacts facts_of_run(const ReproduceArguments& args) {
  RunFacts facts;
  facts.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  facts.machine = fmt::format("{} processors ({}), fairpca {}", std::thread::hardware_concurrency(),
                              processor_name(), kVersion);
  facts.is_quick = args.quick;
  return facts;
}

/// The command that runs just these experiments.
std::string command_of(const ReproduceArguments& args, const std::vector<const Experiment*>& some) {
  std::string command = "fairpca reproduce" + words_of(some);
  for (const std::string& word : args.without) command += " --without " + word;
  if (args.quick) command += " --quick";
  return command;
}

/// Throws where files are missing, having said, data set by data set, which, and where it can be
/// had.
void check_data(const std::vector<const Experiment*>& asked, const ExperimentOptions& options) {
  const std::vector<MissingDataSet> sets = missing_data(asked, options.data, options.left_out);
  if (sets.empty()) return;
  constexpr std::size_t kMostBytes = 700;  // of a line of notes
  std::size_t files = 0;
  for (const MissingDataSet& set : sets) {
    std::string line;
    for (const std::string& file : set.files) {
      if (line.size() + file.size() > kMostBytes) {
        note(line);
        line.clear();
      }
      line += line.empty() ? fmt::format("missing: {}: {}", set.source, file) : ", " + file;
    }
    note(line);
    files += set.files.size();
  }
  const std::string needed =
      fmt::format("{} of {}, above, {} needed", counted(files, "file", "files"),
                  counted(sets.size(), "data set", "data sets"), files == 1 ? "is" : "are");
  if (options.data.empty()) {
    reject(experiments_message<"data-folder-missing">("needed"_is(needed)));
  }
  const Place place{.file = options.data.string()};
  if (!std::filesystem::is_directory(options.data)) {
    reject(experiments_message<"data-folder-not-there">("place"_is(place), "needed"_is(needed)));
  }
  reject(experiments_message<"data-files-missing">("place"_is(place), "needed"_is(needed)));
}

void make_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (std::filesystem::is_directory(folder)) return;
  const std::string reason =
      std::filesystem::exists(folder) ? "there is a file of this name" : problem.message();
  reject(cli_message<"folder-not-made">("file"_is(Place{.file = folder.string()}),
                                        "reason"_is(reason)));
}

/// An experiment that an earlier run left in the folder.
struct EarlierExperiment {
  const Experiment* experiment = nullptr;
  double seconds = 0;
};

/// What earlier runs left in the folder.
struct EarlierRuns {
  std::vector<EarlierExperiment> experiments;  ///< those that are not asked for again
  std::vector<CommandRun> runs;
};

std::vector<CommandRun> runs_of(const nlohmann::json& stored) {
  std::vector<CommandRun> runs;
  if (!stored.contains("runs")) return runs;
  for (const auto& one : stored["runs"]) {
    runs.push_back({one.value("command", ""), one.value("date", ""), one.value("seconds", 0.0),
                    one.value("processor_seconds", 0.0)});
  }
  return runs;
}

/// Nothing but where the folder is gone on with.
EarlierRuns earlier_runs(const ReproduceArguments& args,
                         const std::vector<const Experiment*>& asked) {
  EarlierRuns earlier;
  const std::filesystem::path path = std::filesystem::path(args.folder) / "results.json";
  std::ifstream file(path);
  if (args.folder.empty() || !args.resume || !file) return earlier;
  const auto stored = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!stored.is_object() || !stored.contains("experiments")) return earlier;
  if (stored.value("quick", args.quick) != args.quick) {
    reject(cli_message<"folder-of-other-run">(
        "file"_is(Place{.file = path.string()}),
        "kind"_is(args.quick ? "of a run that is not quick" : "of a quick run")));
  }
  for (const auto& one : stored["experiments"]) {
    const std::string id = one.value("id", "");
    for (const Experiment& experiment : experiments()) {
      if (experiment.id != id || is_among(asked, experiment)) continue;
      earlier.experiments.push_back({&experiment, one.value("seconds", 0.0)});
    }
  }
  earlier.runs = runs_of(stored);
  return earlier;
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

/// Runs an experiment; nothing where a study that it cannot do without is left out.
void run_experiment(const Experiment& experiment, StudyRuns& runs,
                    std::vector<RanExperiment>& ran) {
  Stopwatch watch;
  try {
    ExperimentResult result = experiment.present(runs);
    ran.push_back({&experiment, std::move(result), watch.lap()});
  } catch (const StudyLeftOut& problem) {
    note(fmt::format("{} is left out: {}", experiment.id, problem.what()));
  }
  if (interrupted()) throw Stopped();
}

/// In the order of the registry.
void sort_by_registry(std::vector<RanExperiment>& ran) {
  std::sort(ran.begin(), ran.end(), [](const RanExperiment& a, const RanExperiment& b) {
    return a.experiment < b.experiment;
  });
}

void run_asked(const ReproduceArguments& args) {
  const std::vector<const Experiment*> asked = asked_experiments(args.ids);
  check_left_out(asked, args.without);
  std::unique_ptr<ProgressBar> bar;
  ExperimentOptions options = options_of(args, bar);
  const EarlierRuns earlier = earlier_runs(args, asked);
  std::vector<const Experiment*> shown = asked;
  for (const EarlierExperiment& one : earlier.experiments) shown.push_back(one.experiment);
  check_data(shown, options);
  RunFacts facts = facts_of_run(args);
  make_folder(args.folder);
  StudyRuns runs(std::move(options));
  Stopwatch whole;
  std::vector<RanExperiment> ran;
  for (const Experiment* experiment : asked) {
    const std::size_t before = ran.size();
    run_experiment(*experiment, runs, ran);
    bar = nullptr;
    if (ran.size() == before) continue;
    if (!args.folder.empty()) write_result(args.folder, ran.back().result);
    if (!args.json) print(experiment_text(ran.back()));
  }
  facts.runs = earlier.runs;
  facts.runs.push_back({command_of(args, asked), facts.date, whole.lap(),
                        static_cast<double>(std::clock()) / CLOCKS_PER_SEC});
  runs.take_stored_only();
  for (const EarlierExperiment& one : earlier.experiments) {
    const std::size_t before = ran.size();
    run_experiment(*one.experiment, runs, ran);
    if (ran.size() > before) ran.back().seconds = one.seconds;
  }
  bar = nullptr;
  sort_by_registry(ran);
  std::vector<const Experiment*> all;
  for (const RanExperiment& one : ran) all.push_back(one.experiment);
  facts.command = command_of(args, all);
  facts.task_seconds = runs.task_seconds();
  facts.left_out.assign(runs.left_out().begin(), runs.left_out().end());
  if (!facts.left_out.empty()) note(fmt::format("left out: {}", fmt::join(facts.left_out, ", ")));
  if (!args.folder.empty()) write_pages(args.folder, ran, facts);
  if (args.json) print(runs_json(ran, facts));
}

ExitCode run(const ReproduceArguments& args) {
  if (args.list) {
    print(args.json ? experiments_json(experiments()) : experiments_table(experiments()));
    return ExitCode::kDone;
  }
  try {
    run_asked(args);
  } catch (const Stopped&) {
    if (args.folder.empty() || !std::filesystem::exists(args.folder)) throw;
    note(cli_message<"study-stopped">("signal"_is(interruption()),
                                      "file"_is(Place{.file = args.folder})));
    return static_cast<ExitCode>(interrupted_exit_code());
  }
  return ExitCode::kDone;
}

}  // namespace

Action add_reproduce(CLI::App& program) {
  auto args = std::make_shared<ReproduceArguments>();
  CLI::App* command = program.add_subcommand(
      "reproduce", "Run experiments of the papers: tables, figures and claims");
  command
      ->add_option(
          "ID", args->ids,
          "Which ones (see --list), those of a paper (fairpca, rfpca, mbfpca, frmppca), or all")
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
