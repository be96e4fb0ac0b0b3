// SPDX-License-Identifier: BSD-3-Clause
#include "study/task_runner.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "measure/measured_groups.h"
#include "moments/moments_memory.h"
#include "rows/stopwatch.h"
#include "study/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

/// Measures that say something of coordinates, whatever they were projected from.
bool is_of_coordinates(const Measure& measure) {
  const bool is_about_coordinates =
      measure.fairness == Fairness::kRepresentation || measure.needs == MeasureNeeds::kLabel;
  return is_about_coordinates && !measure.needs_likelihood;
}

bool is_cheap_on_training_rows(const Measure& measure) {
  return measure.needs == MeasureNeeds::kMoments || measure.needs_likelihood;
}

/// The ids of the measures asked for that `is_wanted`.
template <class Wanted>
std::vector<std::string> ids_where(const std::vector<std::string>& asked, const Wanted& is_wanted) {
  std::vector<std::string> ids;
  for (const Measure& measure : measures()) {
    const bool is_asked =
        asked.empty() || std::find(asked.begin(), asked.end(), measure.id) != asked.end();
    if (is_asked && is_wanted(measure)) ids.push_back(measure.id);
  }
  return ids;
}

/// Draws that comparisons of methods look at.
bool is_kept(const ValueKey& key) {
  const auto& [measure, statistic, group] = key;
  return group.empty() || measure == "reconstruction_error" || measure == "log_likelihood" ||
         measure == "group_auc_linear";
}

class TaskRun {
 public:
  TaskRun(const StudySpec& spec, const StudyTask& task, const SplitWork& work,
          const PassOptions& pass, const TaskResult* liked)
      : spec_(spec), task_(task), work_(work), pass_(pass), liked_(liked) {
    settings_ = spec.fit;
    settings_.pass = pass;
    if (!task.is_projection()) return;
    arm_ = &spec.arm(task.method);
    settings_.method = arm_->method;
    settings_.options = arm_->options;
    settings_.dimensions = spec.dimensions[task.dimensions];
    outcome_.result.dimensions = dimensions_text(settings_.dimensions);
  }

  TaskOutcome run() {
    try {
      task_.is_projection() ? fit() : take_rows_themselves();
      if (is_measured()) measure_model();
      if (task_.is_projection()) {
        outcome_.result.drawn = work_.drawn_coordinates(*outcome_.model, task_.dimensions);
      }
    } catch (const InvalidArgument& error) {
      fail(error.message().text(spec_.spelling));
    } catch (const std::bad_alloc&) {
      fail("out of memory");
    }
    return std::move(outcome_);
  }

 private:
  /// Models of all rows are made to be taken away; numbers of their own rows would flatter them.
  bool is_measured() const { return task_.split != StudyTask::kAllRows; }

  void fail(const std::string& problem) {
    outcome_.model.reset();
    outcome_.result.problem = problem;
    outcome_.result.test.clear();
    outcome_.result.train.clear();
    outcome_.result.features.clear();
    outcome_.result.draws.clear();
    outcome_.result.held_out.clear();
    outcome_.result.drawn.resize(0, 0);
  }

  void fit() {
    Stopwatch watch;
    if (!arm_->like.empty()) {
      take_setting();
    } else if (!arm_->grid.empty()) {
      choose_setting();
    }
    outcome_.costs.tune_seconds = watch.lap();
    outcome_.result.setting = setting_text(arm_->method, settings_.options);
    Fit fit = work_.rows().fit(settings_);
    outcome_.costs.fit_seconds = watch.lap();
    fit.model.bandwidth =
        fit.model.mixture ? work_.own_bandwidth(fit.model) : work_.bandwidth(task_.dimensions);
    keep_report(fit.report);
    outcome_.result.output_dimensions = fit.model.dimensions();
    outcome_.model = std::move(fit.model);
  }

  /// The setting of its own grid that the liked arm chose, over this arm's options.
  void take_setting() {
    const StudyArm& liked = spec_.arm(arm_->like);
    for (const OptionValues& setting : liked.grid) {
      const std::string text = setting_text(liked.method, with_setting(liked.options, setting));
      if (text != liked_->setting) continue;
      settings_.options = with_setting(settings_.options, setting);
      return;
    }
    reject(study_message<"no-setting-to-take">("method"_is(arm_->name), "other"_is(liked.name)));
  }

  void choose_setting() {
    const Tuning tuning =
        tune(spec_, *arm_, settings_, work_.folds(), work_.bandwidth(task_.dimensions));
    for (std::size_t i = 0; i < tuning.tried.size(); ++i) {
      const TriedSetting& tried = tuning.tried[i];
      outcome_.result.tuning.push_back({.setting = setting_text(arm_->method, tried.options),
                                        .criterion = tuning.criterion,
                                        .value = tried.criterion,
                                        .kept_variance = tried.kept_variance,
                                        .is_chosen = i == tuning.chosen,
                                        .problem = tried.problem});
    }
    settings_.options = tuning.tried[tuning.chosen].options;
    for (const auto& [name, value] : settings_.options) {
      const OptionSpec& option = *find_option(find_method(arm_->method), name);
      outcome_.result.options.emplace_back(name, value_text(option, checked_value(option, value)));
    }
  }

  void keep_report(const FitReport& report) {
    TaskResult& result = outcome_.result;
    result.objective = report.objective;
    result.bound = report.bound;
    result.status = to_string(report.status);
    result.certified = report.certified;
    result.iterations = report.iterations;
    result.eigensolves = report.eigensolves;
    result.warnings = texts(report.warnings, spec_.spelling);
    for (std::string& warning : result.warnings) {
      warning = fmt::format("{}: {}", task_.method, warning);
    }
  }

  void take_rows_themselves() {
    const double rows =
        static_cast<double>(work_.rows().training_keys().rows() + work_.rows().test_keys().rows());
    const double bytes =
        3 * 8 * rows * static_cast<double>(work_.rows().training().encoding().width());
    const auto limit = static_cast<double>(memory_limit()) / 2;
    if (bytes > limit) {
      reject(study_message<"no-coordinates-in-memory">("needed"_is(bytes / 1e9),
                                                       "limit"_is(limit / 1e9)));
    }
    outcome_.model = work_.no_projection();
    outcome_.model->bandwidth = work_.own_bandwidth(*outcome_.model);
    outcome_.result.dimensions = fmt::format("{}", outcome_.model->dimensions());
    outcome_.result.output_dimensions = outcome_.model->dimensions();
  }

  bool has_one_class() const {
    std::optional<std::string> first;
    for (const CellKey& key : work_.rows().data().keys().cells) {
      if (!key.label) continue;
      if (first && *first != *key.label) return false;
      first = key.label;
    }
    return true;
  }

  std::vector<std::string> test_measures() const {
    const bool has_label = !has_one_class();
    const bool is_projection = task_.is_projection();
    const bool has_density = outcome_.model->is_probabilistic();
    return ids_where(spec_.study.measures, [&](const Measure& measure) {
      if (measure.needs == MeasureNeeds::kLabel && !has_label) return false;
      if (measure.needs_likelihood && !has_density) return false;
      return is_projection || is_of_coordinates(measure);
    });
  }

  /// Rows are read again where a measure needs them, and where they are at hand.
  bool reads_rows(const std::vector<std::string>& ids) const {
    if (work_.rows().data().is_in_memory() || outcome_.model->mixture) return true;
    return std::any_of(ids.begin(), ids.end(), [](const std::string& id) {
      return find_measure(id).needs != MeasureNeeds::kMoments;
    });
  }

  void measure_model() {
    Stopwatch watch;
    const Model& model = *outcome_.model;
    const RowsOfSplit& rows = work_.rows();
    const std::vector<std::string> ids = test_measures();
    if (ids.empty()) return;
    const GroupMoments test =
        rows.has_test() ? rows.columns_of(model, rows.test()) : GroupMoments();
    const GroupMoments training = rows.columns_of(model, rows.training());
    std::pair<ScoredRows, ScoredRows> scored;
    MeasuredPart trained{&training}, tested{&test};
    if (reads_rows(ids)) {
      scored = rows.score(model, pass_);
      trained.keys = &rows.training_keys();
      trained.scored = &scored.first;
      tested.keys = &rows.test_keys();
      tested.scored = &scored.second;
      tested.prepared = work_.prepared(model);
    }
    if (rows.has_test()) {
      MeasureInput input{.model = model, .groups = rows.groups(), .evaluated = tested};
      input.training = trained;
      input.settings = spec_.measure_settings();
      input.settings.measures = ids;
      input.settings.threads = pass_.threads;
      input.loss_draws = work_.loss_draws(model);
      keep_measured(measure(input));
      add_extras(input, outcome_.result.test);
      if (tested.keys != nullptr && task_.is_projection()) keep_held_out(test, scored.second);
    }
    if (task_.is_projection()) measure_training(trained, ids);
    outcome_.costs.measure_seconds = watch.lap();
  }

  void add_extras(const MeasureInput& input, std::vector<MeasuredValue>& values) const {
    for (const ExtraMeasure& extra : spec_.extent.extras) {
      const std::vector<MeasuredValue> more = extra.take(input);
      values.insert(values.end(), more.begin(), more.end());
    }
  }

  void keep_measured(Measured measured) {
    TaskResult& result = outcome_.result;
    result.test = std::move(measured.values);
    result.features = std::move(measured.features);
    result.notes = texts(measured.notes, spec_.spelling);
    const std::vector<std::string> warnings = texts(measured.warnings, spec_.spelling);
    result.warnings.insert(result.warnings.end(), warnings.begin(), warnings.end());
    const bool is_only_split = work_.rows().data().plan().splits.size() == 1;
    for (auto& [key, draws] : measured.draws) {
      if (is_only_split && is_kept(key)) result.draws.emplace(key, std::move(draws));
    }
  }

  void measure_training(const MeasuredPart& trained, const std::vector<std::string>& ids) {
    const Model& model = *outcome_.model;
    MeasureInput input{.model = model, .groups = work_.rows().groups(), .evaluated = trained};
    input.training = trained;
    input.settings = spec_.measure_settings();
    const bool has_density = model.is_probabilistic() && trained.scored != nullptr;
    const bool takes_all = spec_.extent.measures_training;
    input.settings.measures = ids_where(ids, [&](const Measure& measure) {
      const bool is_taken = takes_all || is_cheap_on_training_rows(measure);
      return is_taken && (has_density || !measure.needs_likelihood) &&
             (measure.id != "communality" || !work_.rows().has_test());
    });
    if (input.settings.measures.empty()) return;
    input.settings.has_intervals = false;
    input.settings.threads = pass_.threads;
    Measured measured = measure(input);
    outcome_.result.train = std::move(measured.values);
    if (!work_.rows().has_test()) outcome_.result.features = std::move(measured.features);
    if (takes_all) add_extras(input, outcome_.result.train);
  }

  /// Errors of the published groups' test rows.
  void keep_held_out(const GroupMoments& test, const ScoredRows& scored) {
    std::vector<Group> groups = work_.rows().groups();
    for (Group& group : groups) {
      std::erase_if(group.cells, [&](const CellKey& key) { return !test.cells().contains(key); });
    }
    const Disclosure disclosure(test, groups, std::max<Index>(1, settings_.min_group_size));
    const RowKeys& keys = work_.rows().test_keys();
    const MeasuredGroups measured = MeasuredGroups::of(keys, groups, disclosure);
    for (std::size_t g = 0; g < measured.names.size(); ++g) {
      double weight = 0, mean = 0, squares = 0;
      for (const Index row : measured.rows[g]) {
        weight += keys.weights(row);
        mean += keys.weights(row) * scored.squared_error(row);
      }
      mean /= weight;
      for (const Index row : measured.rows[g]) {
        squares += keys.weights(row) * std::pow(scored.squared_error(row) - mean, 2);
      }
      const auto count = static_cast<double>(measured.rows[g].size());
      const double deviation = std::sqrt(squares / weight * count / std::max(count - 1, 1.0));
      outcome_.result.held_out.push_back(
          {measured.names[g], mean, deviation, static_cast<Index>(measured.rows[g].size())});
    }
  }

  const StudySpec& spec_;
  const StudyTask& task_;
  const SplitWork& work_;
  const PassOptions& pass_;
  const TaskResult* liked_;
  const StudyArm* arm_ = nullptr;  ///< null: the rows themselves
  FitSettings settings_;
  TaskOutcome outcome_;
};

}  // namespace

TaskOutcome run_task(const StudySpec& spec, const StudyTask& task, const SplitWork& work,
                     const PassOptions& pass, const TaskResult* liked) {
  return TaskRun(spec, task, work, pass, liked).run();
}

std::vector<GroupError> pooled_errors(const std::vector<const TaskResult*>& results,
                                      Index repeats) {
  std::map<std::string, std::vector<GroupError>> by_group;
  std::vector<std::string> order;
  for (const TaskResult* result : results) {
    for (const GroupError& error : result->held_out) {
      if (!by_group.contains(error.group)) order.push_back(error.group);
      by_group[error.group].push_back(error);
    }
  }
  std::vector<GroupError> pooled;
  for (const std::string& group : order) {
    double count = 0, mean = 0, squares = 0;
    for (const GroupError& error : by_group[group]) {
      count += static_cast<double>(error.rows);
      mean += static_cast<double>(error.rows) * error.mean;
    }
    mean /= count;
    for (const GroupError& error : by_group[group]) {
      const auto rows = static_cast<double>(error.rows);
      squares += (rows - 1) * error.deviation * error.deviation +
                 rows * (error.mean - mean) * (error.mean - mean);
    }
    const double deviation = std::sqrt(squares / std::max(count - 1, 1.0));
    const double rows = std::round(count / static_cast<double>(repeats));
    pooled.push_back({group, mean, deviation, static_cast<Index>(rows)});
  }
  return pooled;
}

void put_held_out(const std::vector<GroupError>& errors, Model& model) {
  for (GroupSummary& group : model.groups) {
    for (const GroupError& error : errors) {
      if (error.group != group.name || !group.reconstruction_error) continue;
      group.held_out = HeldOutError{error.mean, error.deviation, error.rows};
    }
  }
}

}  // namespace fairpca
