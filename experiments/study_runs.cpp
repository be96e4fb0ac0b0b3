// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/study_runs.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "experiments/data_sources.h"
#include "experiments/messages.h"
#include "experiments/study_splits.h"
#include "experiments/study_values.h"
#include "experiments/synthetic_rows.h"
#include "fairpca/model/model_file.h"
#include "fairpca/rows/open_rows.h"
#include "study/study_folder.h"

namespace fairpca {
namespace {

constexpr int kQuickSplits = 2;
constexpr std::size_t kQuickSettings = 3;

/// A folder of our own that is gone with the runs.
std::filesystem::path temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "fairpca-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::filesystem::filesystem_error(name, std::error_code(errno, std::generic_category()));
  }
  return name;
}

StudySettings settings_of(const PaperStudy& study) {
  StudySettings settings;
  settings.dimensions = study.dimensions;
  settings.measures = study.measures;
  settings.tune_by = study.tune_by;
  settings.classifier = study.classifier;
  settings.positive = study.positive;
  settings.splits.file = "splits";
  return settings;
}

StudySpec spec_of(const PaperStudy& study, const PassOptions& pass) {
  std::vector<StudyArm> arms;
  for (const PaperArm& one : study.arms) arms.push_back(one.arm);
  FitSettings fit = study.fit;
  fit.pass = pass;
  StudySpec spec = checked_spec(fit, settings_of(study), std::move(arms));
  spec.tuning_folds = study.folds;
  spec.extent = {.has_baseline = false,
                 .has_all_rows = study.has_all_rows,
                 .has_products = false,
                 .has_intervals = false,
                 .has_test_rows = false,
                 .measures_training = study.measures_training,
                 .extras = study.extras};
  return spec;
}

/// Some settings of a grid, its ends among them.
std::vector<OptionValues> few_of(const std::vector<OptionValues>& grid) {
  if (grid.size() <= kQuickSettings) return grid;
  return {grid.front(), grid[grid.size() / 2], grid.back()};
}

}  // namespace

bool holds_a_word(const std::string& key, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&key](const std::string& word) {
    return key.find(word) != std::string::npos;
  });
}

const PaperArm& arm_named(const PaperStudy& study, const std::string& name) {
  return *std::find_if(study.arms.begin(), study.arms.end(),
                       [&name](const PaperArm& one) { return one.arm.name == name; });
}

StudyRuns::StudyRuns(ExperimentOptions options) : options_(std::move(options)) {
  if (!options_.folder.empty()) return;
  options_.folder = temporary_ = temporary_folder();
}

StudyRuns::~StudyRuns() {
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove_all(temporary_, ignored);
}

PaperStudy StudyRuns::as_run(const PaperStudy& study) const {
  PaperStudy made = study;
  if (!options_.is_quick) return made;
  if (!study.quick_dimensions.empty()) made.dimensions = study.quick_dimensions;
  made.splits.repeats = std::min(study.splits.repeats, kQuickSplits);
  for (PaperArm& one : made.arms) {
    one.arm.grid = few_of(one.arm.grid);
    for (const auto& [name, value] : one.quick_options) one.arm.options[name] = value;
  }
  return made;
}

std::filesystem::path StudyRuns::folder_of(const PaperStudy& study) const {
  return options_.folder / "studies" / study.key;
}

bool StudyRuns::has(const PaperStudy& study) const {
  const bool is_stored =
      !takes_stored_only_ || std::filesystem::exists(folder_of(study) / "results.csv");
  if (is_stored && !holds_a_word(study.key, options_.left_out)) return true;
  left_out_.insert(study.key);
  return false;
}

void StudyRuns::lacks(const std::string& key) const {
  left_out_.insert(key);
  throw StudyLeftOut(experiments_message<"study-left-out">("study"_is(key)));
}

double StudyRuns::task_seconds() const {
  double sum = other_seconds_;
  for (const auto& [key, result] : results_) {
    const PublishedTable times(options_.folder / "studies" / key / "timings.csv");
    for (std::size_t row = 0; row < times.rows(); ++row) {
      for (const char* part : {"tune_seconds", "fit_seconds", "measure_seconds"}) {
        sum += times.number(row, part);
      }
    }
  }
  return sum;
}

std::filesystem::path StudyRuns::data_file(const std::string& name) const {
  return existing_data_file(options_.data, name);
}

std::unique_ptr<RowSource> StudyRuns::open(const PaperStudy& study) const {
  if (!study.synthetic.empty()) return synthetic_rows(study.synthetic, study.synthetic_options);
  return open_rows(data_file(study.file), study.roles);
}

PassOptions StudyRuns::pass(const std::string& stage) const {
  return options_.pass ? options_.pass(stage) : PassOptions{};
}

const StudyResult& StudyRuns::result(const PaperStudy& study) {
  const auto found = results_.find(study.key);
  if (found != results_.end()) return found->second;
  if (!has(study)) lacks(study.key);
  const PaperStudy made = as_run(study);
  const StudySpec spec = spec_of(made, pass(study.key));
  SplitRequest request{.splits = made.splits,
                       .seed = study.fit.seed,
                       .file = {},
                       .most_rows = options_.is_quick ? study.quick_rows : 0};
  if (made.splits.kind == PaperSplits::Kind::kFile) request.file = data_file(made.splits.file);
  const std::unique_ptr<RowSource> rows = open(study);
  const GivenSplits splits = paper_splits(*rows, request);
  const std::filesystem::path folder = folder_of(study);
  std::filesystem::create_directories(folder.parent_path());
  StudyObserver observer;
  observer.progressed = [&](const StudyProgress& progress) {
    if (options_.progressed) options_.progressed(study.key, progress);
  };
  const OpenRows open_again = [&] { return open(study); };
  StudyPlace place;
  place.folder = folder;
  place.resumes = options_.resumes;
  StudyResult result = run_study(open_again, spec, place, observer, &splits);
  return results_.emplace(study.key, std::move(result)).first->second;
}

Model StudyRuns::model(const PaperStudy& study, Index split, const std::string& dimensions,
                       const std::string& arm) {
  const StudyResult& ran = result(study);
  const TaskResult* task = ran.find(split, dimensions, arm);
  if (task == nullptr || !task->problem.empty()) {
    reject(experiments_message<"study-not-run">(
        "study"_is(study.key), "arm"_is(arm), "dimensions"_is(dimensions),
        "problem"_is(task == nullptr ? std::string("it is not among the tasks") : task->problem)));
  }
  const bool has_folders = split != StudyTask::kAllRows && ran.plan.splits > 1;
  std::filesystem::path path = folder_of(study) / "models";
  if (has_folders) path /= fmt::format("split-{}", split + 1);
  return read_model(path / fmt::format("{}-d{}.fpca", arm, dimensions));
}

double StudyRuns::fit_seconds(const PaperStudy& study, Index split, const std::string& dimensions,
                              const std::string& arm) {
  result(study);
  const PublishedTable times(folder_of(study) / "timings.csv");
  for (std::size_t row = 0; row < times.rows(); ++row) {
    const bool is_it = times.text(row, "split") == fmt::format("{}", split + 1) &&
                       times.text(row, "dimensions") == dimensions &&
                       times.text(row, "method") == arm;
    if (is_it) return times.number(row, "fit_seconds");
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace fairpca
