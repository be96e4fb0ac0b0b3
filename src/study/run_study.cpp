// SPDX-License-Identifier: BSD-3-Clause
#include "study/run_study.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fairpca/model/model_file.h"
#include "parallel/parallel_for.h"
#include "rows/adapted_rows.h"
#include "study/messages.h"
#include "study/shared_facts.h"
#include "study/splits_file.h"
#include "study/study_checks.h"
#include "study/study_costs.h"
#include "study/study_files.h"
#include "study/study_fronts.h"
#include "study/task_runner.h"

namespace fairpca {
namespace {

StudyPlan plan_of(const StudyData& data, const StudySpec& spec) {
  StudyPlan plan;
  plan.rows = data.source_rows();
  plan.used_rows = data.keys().rows();
  plan.columns = data.encoding().width();
  plan.is_in_memory = data.is_in_memory();
  std::map<CellKey, Index> cell_rows;
  for (const std::int32_t cell : data.keys().cell) {
    ++cell_rows[data.keys().cells[static_cast<std::size_t>(cell)]];
  }
  for (const Group& group : groups_of(data, spec.fit.grouping)) {
    Index rows = 0;
    for (const CellKey& key : group.cells) rows += cell_rows[key];
    std::string attribute;
    for (const auto& [column, level] : group.levels) attribute += column + '\n';
    plan.groups.push_back({group.name, rows, attribute});
  }
  plan.label = data.schema().label;
  plan.label_levels = label_levels(data.keys());
  plan.splits = static_cast<Index>(data.plan().splits.size());
  const Split& first = data.plan().splits.front();
  plan.training_rows =
      static_cast<Index>(data.rows_with(training_codes(data.plan(), first)).size());
  plan.test_rows = static_cast<Index>(data.rows_with(test_codes(data.plan(), first)).size());
  plan.tasks = tasks_of(spec, plan.splits);
  return plan;
}

std::string task_name(const StudySpec& spec, const StudyTask& task) {
  std::string name = task.method;
  if (task.is_projection()) {
    name += fmt::format(", d = {}", dimensions_text(spec.dimensions[task.dimensions]));
  }
  return name + (task.split == StudyTask::kAllRows ? std::string(", all rows")
                                                   : fmt::format(", split {}", task.split + 1));
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// Carries a study out, once it is known to be possible.
class StudyRun {
 public:
  StudyRun(const StudyData& data, const StudySpec& spec, StudyFolder& folder, StudyResult& result,
           const StudyObserver& observer)
      : data_(data), spec_(spec), folder_(folder), result_(result), observer_(observer) {
    for (const StudyTask& task : result.plan.tasks) {
      std::optional<TaskResult> finished = folder.finished(spec, task);
      done_.push_back(finished.has_value());
      costs_.push_back(estimated_seconds(spec, result.plan, task));
      result.tasks.push_back({task, finished ? std::move(*finished) : TaskResult()});
      all_cost_ += costs_.back();
      if (done_.back()) ++result.plan.finished;
      if (done_.back()) done_cost_ += costs_.back();
    }
    if (const std::optional<std::string> shared = folder.shared()) {
      put_shared_products(*shared, folder.shared_path().string(), result);
      has_shared_ = true;
    }
    // Independent tasks share the threads only where each can read the rows by itself.
    const int side_by_side = data.is_in_memory() ? spec.fit.pass.threads : 1;
    result.plan.estimated_seconds = (all_cost_ - done_cost_) / std::max(side_by_side, 1);
  }

  void run() {
    for (Index split = 0; split < result_.plan.splits; ++split) run_split(split);
    run_split(StudyTask::kAllRows);
    collect_projections(result_);
    write_tables();
    collect_messages(result_);
    result_.is_complete = true;
  }

 private:
  void run_split(Index split) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < result_.tasks.size(); ++i) {
      if (result_.tasks[i].task.split == split && !done_[i]) open.push_back(i);
    }
    const bool wants_shared = split == 0 && !has_shared_ && spec_.extent.has_products;
    if (open.empty() && !wants_shared) return;
    // The longest first, so that no thread waits for one that started last.
    std::stable_sort(open.begin(), open.end(),
                     [this](std::size_t a, std::size_t b) { return costs_[a] > costs_[b]; });
    const PassOptions all_threads = stoppable(spec_.fit.pass.threads);
    const SplitWork work(data_, spec_, split, all_threads);
    const auto later = std::stable_partition(open.begin(), open.end(), [this](std::size_t i) {
      return liked_arm(result_.tasks[i].task).empty();
    });
    run_tasks({open.begin(), later}, work);
    run_tasks({later, open.end()}, work);
    if (wants_shared) find_shared(work, all_threads);
  }

  void run_tasks(const std::vector<std::size_t>& open, const SplitWork& work) {
    if (data_.is_in_memory()) {
      const PassOptions one_thread = stoppable(1);
      parallel_for(open.size(), spec_.fit.pass.threads,
                   [&](std::size_t i) { run_one(open[i], work, one_thread); });
    } else {
      const PassOptions all_threads = stoppable(spec_.fit.pass.threads);
      for (const std::size_t i : open) run_one(i, work, all_threads);
    }
  }

  std::string liked_arm(const StudyTask& task) const {
    return task.is_projection() ? spec_.arm(task.method).like : std::string();
  }

  /// What came of the arm whose setting the task takes; it was run before.
  const TaskResult* liked_result(const StudyTask& task) const {
    const std::string liked = liked_arm(task);
    if (liked.empty()) return nullptr;
    for (const FinishedTask& other : result_.tasks) {
      const bool is_it = other.task.method == liked && other.task.split == task.split &&
                         other.task.dimensions == task.dimensions;
      if (is_it) return &other.result;
    }
    return nullptr;
  }

  /// What is found once for all tasks, and kept as they are.
  void find_shared(const SplitWork& work, const PassOptions& pass) {
    result_.projections = work.drawn()->shown;
    result_.fronts = find_fronts(work.rows().training(), spec_, pass);
    if (pass.stop_wanted && pass.stop_wanted()) throw Stopped();
    folder_.keep_shared(shared_bytes(result_));
  }

  PassOptions stoppable(int threads) const {
    const std::function<bool()>& stop_wanted = spec_.fit.pass.stop_wanted;
    return {.threads = threads,
            .observer =
                [stop_wanted](const PassProgress&) {
                  return stop_wanted && stop_wanted() ? Flow::kStop : Flow::kContinue;
                },
            .stop_wanted = stop_wanted};
  }

  void run_one(std::size_t number, const SplitWork& work, const PassOptions& pass) {
    const StudyTask& task = result_.tasks[number].task;
    if (pass.stop_wanted && pass.stop_wanted()) throw Stopped();
    TaskOutcome outcome = run_task(spec_, task, work, pass, liked_result(task));
    if (pass.stop_wanted && pass.stop_wanted()) throw Stopped();
    if (!task.is_projection()) note_absent_levels(work, outcome.result);
    if (outcome.model && task.is_projection()) write_task_model(task, outcome);
    outcome.costs.peak_memory_bytes = peak_memory();
    folder_.finish(spec_, task, outcome.result);
    const std::lock_guard lock(mutex_);
    folder_.add_timing(timing_line(result_, task, outcome.costs));
    result_.tasks[number].result = std::move(outcome.result);
    done_cost_ += costs_[number];
    ++finished_now_;
    if (observer_.progressed) {
      observer_.progressed({.done = result_.plan.finished + finished_now_,
                            .all = result_.tasks.size(),
                            .share = all_cost_ > 0 ? done_cost_ / all_cost_ : 1,
                            .task = task_name(spec_, task)});
    }
  }

  void write_task_model(const StudyTask& task, TaskOutcome& outcome) {
    std::vector<GroupError> errors = outcome.result.held_out;
    if (task.split == StudyTask::kAllRows) {
      std::vector<const TaskResult*> splits;
      for (const FinishedTask& other : result_.tasks) {
        const bool is_same = other.task.method == task.method &&
                             other.task.dimensions == task.dimensions &&
                             other.task.split != StudyTask::kAllRows;
        if (is_same && other.result.problem.empty()) splits.push_back(&other.result);
      }
      errors = pooled_errors(splits, data_.plan().repeats);
    }
    put_held_out(errors, *outcome.model);
    if (task.split != StudyTask::kAllRows && result_.plan.splits > 1) {
      // Beside the model of all rows, means of training rows would tell those of few test rows.
      for (GroupSummary& group : outcome.model->groups) group.mean = group.deviation = Vector();
    }
    write_model(*outcome.model, folder_.model_path(spec_, task, result_.plan.splits == 1));
  }

  /// Said once per split, with the rows themselves.
  void note_absent_levels(const SplitWork& work, TaskResult& result) const {
    constexpr std::size_t kMostNamed = 10;
    std::vector<std::string> absent = work.absent_levels();
    if (absent.empty()) return;
    if (absent.size() > kMostNamed) {
      absent[kMostNamed] = fmt::format("{} more", absent.size() - kMostNamed);
      absent.resize(kMostNamed + 1);
    }
    const Message note = study_message<"level-absent-from-training">(
        "levels"_is(fmt::format("{}", fmt::join(absent, ", "))), "split"_is(work.split() + 1));
    result.notes.push_back(note.text(spec_.spelling));
  }

  void write_tables() const {
    folder_.write("splits.csv", splits_csv(data_));
    folder_.write("results.csv", results_csv(result_));
    folder_.write("features.csv", features_csv(result_));
    folder_.write("fits.csv", fits_csv(result_));
    if (spec_.tunes()) folder_.write("tuning.csv", tuning_csv(result_));
    if (spec_.extent.has_products) folder_.write("fronts.csv", fronts_csv(result_));
    if (spec_.extent.has_products) folder_.write("projections.csv", projections_csv(result_));
    folder_.write("timings.csv", timings_csv(result_, folder_.timings()));
  }

  const StudyData& data_;
  const StudySpec& spec_;
  StudyFolder& folder_;
  StudyResult& result_;
  const StudyObserver& observer_;
  std::vector<bool> done_;
  bool has_shared_ = false;
  std::vector<double> costs_;
  double all_cost_ = 0, done_cost_ = 0;
  std::size_t finished_now_ = 0;
  std::mutex mutex_;
};

StudyData read_data(const OpenRows& open, const StudySpec& spec, const GivenSplits* splits) {
  ReadSettings settings;
  settings.missing = spec.fit.missing;
  settings.missing_category = spec.fit.missing_category;
  settings.missing_group = spec.fit.grouping.missing;
  settings.pass = spec.fit.pass;
  Index columns = 0;
  if (!spec.study.splits.file.empty()) {
    settings.given = splits != nullptr ? *splits : read_splits(spec.study.splits.file);
    columns = static_cast<Index>(settings.given->names.size());
  }
  settings.plan = plan_splits(spec.study.splits, spec.fit.seed, spec.inner_folds(), columns);
  try {
    return read_study(open, std::move(settings));
  } catch (InvalidArgument& error) {
    if (error.message().code() == "missing-cell") {
      error.offer({"missing", "mean"}, "fills it by the training rows");
      error.offer({"missing", "drop-row"}, "leaves its row out");
    }
    throw;
  }
}

}  // namespace

const TaskResult* StudyResult::find(Index split, const std::string& dimensions,
                                    const std::string& method) const {
  for (const FinishedTask& task : tasks) {
    if (task.task.split != split || task.task.method != method) continue;
    if (method == kNoProjection || task.result.dimensions == dimensions) return &task.result;
  }
  return nullptr;
}

StudyResult run_study(const OpenRows& open, const StudySpec& spec, const StudyPlace& place,
                      const StudyObserver& observer, const GivenSplits* splits) {
  std::optional<StudyFolder> folder;
  if (!place.is_dry_run) folder.emplace(place.folder, place.resumes);
  const StudyData data = read_data(open, spec, splits);
  StudyResult result;
  result.spec = spec;
  result.plan = plan_of(data, spec);
  result.warnings = texts(data.warnings(), spec.spelling);
  check_study(data, result);
  put_data_facts(data, place, result);
  if (!folder) {
    if (!place.folder.empty()) {
      const std::optional<Message> obstacle =
          StudyFolder::obstacle(place.folder, place.resumes, study_json(data, result));
      if (obstacle) result.notes.push_back(obstacle->text(spec.spelling));
    }
    for (const StudyTask& task : result.plan.tasks) {
      result.plan.estimated_seconds += estimated_seconds(spec, result.plan, task);
    }
    if (data.is_in_memory()) result.plan.estimated_seconds /= std::max(spec.fit.pass.threads, 1);
    if (observer.planned) observer.planned(result.plan);
    return result;
  }
  folder->declare(study_json(data, result));
  folder->keep_command(place.command);
  StudyRun run(data, result.spec, *folder, result, observer);
  if (observer.planned && observer.planned(result.plan) == Flow::kStop) return result;
  run.run();
  return result;
}

}  // namespace fairpca
