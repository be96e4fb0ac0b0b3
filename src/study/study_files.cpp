// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_files.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairpca {
namespace {

std::string csv_line(const std::vector<std::string>& cells) {
  return fmt::format("{}\n", fmt::join(cells, ","));
}

std::string split_field(const StudyTask& task) {
  return task.split == StudyTask::kAllRows ? "" : fmt::format("{}", task.split + 1);
}

/// The first columns of every table.
std::vector<std::string> task_fields(const FinishedTask& task) {
  return {split_field(task.task), csv_field(task.result.dimensions), csv_field(task.task.method),
          csv_field(task.result.setting)};
}

std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Values of one number over the splits.
struct OverSplits {
  double mean = 0, squares = 0, least = 0, most = 0;
  Index count = 0;

  void add(double value) {
    least = count == 0 ? value : std::min(least, value);
    most = count == 0 ? value : std::max(most, value);
    ++count;
    const double step = value - mean;
    mean += step / static_cast<double>(count);
    squares += step * (value - mean);
  }
  double deviation() const {
    return count < 2 ? std::numeric_limits<double>::quiet_NaN()
                     : std::sqrt(squares / static_cast<double>(count - 1));
  }
};

/// `mean` of values, `difference_mean` of another statistic.
std::string over_splits_name(Statistic statistic, const char* name) {
  if (statistic == Statistic::kValue) return name;
  return fmt::format("{}_{}", to_string(statistic), name);
}

using ResultKey = std::tuple<std::string, std::string, std::string, std::string, Statistic>;

/// Lines of one method and dimension over all splits, in the order of the first one's values.
class SplitSummary {
 public:
  void add(const TaskResult& result) {
    settings_.push_back(result.setting);
    add(result.test, "test");
    add(result.train, "train");
  }

  /// Of numbers that every one of the `splits` has: those of fewer would say something else.
  std::string text(const std::string& dimensions, const std::string& method, Index splits) const {
    const bool is_one = std::all_of(settings_.begin(), settings_.end(),
                                    [&](const auto& one) { return one == settings_.front(); });
    const std::string setting = is_one && !settings_.empty() ? settings_.front() : "";
    std::string lines;
    for (const auto& key : order_) {
      const auto& [rows, group, measure, statistic] = key;
      const OverSplits& over = numbers_.at(key);
      if (over.count < splits) continue;
      const std::pair<const char*, double> shown[] = {{"mean", over.mean},
                                                      {"deviation", over.deviation()},
                                                      {"minimum", over.least},
                                                      {"maximum", over.most}};
      for (const auto& [name, value] : shown) {
        lines += csv_line({"", csv_field(dimensions), csv_field(method), csv_field(setting), rows,
                           csv_field(group), measure, over_splits_name(statistic, name),
                           csv_field(value), "", "", ""});
      }
    }
    return lines;
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string, Statistic>;

  void add(const std::vector<MeasuredValue>& values, const char* rows) {
    for (const MeasuredValue& value : values) {
      // The mean of p-values of overlapping rows means nothing.
      const bool is_p_value =
          value.statistic == Statistic::kPValue || value.measure == "mmd_p_value";
      if (std::isnan(value.value) || is_p_value) continue;
      const Key key{rows, value.group, value.measure, value.statistic};
      if (!numbers_.contains(key)) order_.push_back(key);
      numbers_[key].add(value.value);
    }
  }

  std::vector<std::string> settings_;
  std::vector<Key> order_;
  std::map<Key, OverSplits> numbers_;
};

std::string value_lines(const FinishedTask& task, const std::vector<MeasuredValue>& values,
                        const char* rows) {
  std::string lines;
  for (const MeasuredValue& value : values) {
    lines += csv_line(joined(
        task_fields(task), {rows, csv_field(value.group), value.measure,
                            std::string(to_string(value.statistic)), csv_field(value.value),
                            csv_field(value.low), csv_field(value.high), csv_field(value.floor)}));
  }
  return lines;
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(double number) {
  return std::isfinite(number) ? fmt::format("{}", number) : "";
}

std::string results_csv(const StudyResult& study) {
  std::string text =
      "split,dimensions,method,setting,rows,group,measure,statistic,value,low,high,floor\n";
  std::map<std::pair<std::string, std::string>, SplitSummary> summaries;
  std::vector<std::pair<std::string, std::string>> order;
  for (const FinishedTask& task : study.tasks) {
    if (task.task.split == StudyTask::kAllRows) continue;
    text += value_lines(task, task.result.test, "test");
    text += value_lines(task, task.result.train, "train");
    const std::pair key{task.result.dimensions, task.task.method};
    if (!summaries.contains(key)) order.push_back(key);
    if (task.result.problem.empty()) summaries[key].add(task.result);
  }
  if (study.plan.splits < 2) return text;
  for (const auto& key : order) {
    text += summaries[key].text(key.first, key.second, study.plan.splits);
  }
  return text;
}

std::string features_csv(const StudyResult& study) {
  std::string text = "split,dimensions,method,setting,feature,communality,scaled_communality\n";
  for (const FinishedTask& task : study.tasks) {
    for (const FeatureValue& feature : task.result.features) {
      text += csv_line(
          joined(task_fields(task), {csv_field(feature.feature), csv_field(feature.communality),
                                     csv_field(feature.scaled_communality)}));
    }
  }
  return text;
}

std::string fits_csv(const StudyResult& study) {
  std::string text =
      "split,dimensions,method,setting,output_dimensions,objective,bound,optimality_gap,certified,"
      "status,iterations,eigensolves,problem\n";
  for (const FinishedTask& task : study.tasks) {
    const TaskResult& result = task.result;
    if (!task.task.is_projection()) continue;
    const bool is_there = result.problem.empty();
    text += csv_line(joined(
        task_fields(task),
        {is_there ? fmt::format("{}", result.output_dimensions) : "", csv_field(result.objective),
         csv_field(result.bound), csv_field(result.objective - result.bound),
         is_there ? fmt::format("{}", result.certified) : "", result.status,
         is_there ? fmt::format("{}", result.iterations) : "",
         is_there ? fmt::format("{}", result.eigensolves) : "", csv_field(result.problem)}));
  }
  return text;
}

std::string tuning_csv(const StudyResult& study) {
  std::string text =
      "split,dimensions,method,setting,criterion,value,kept_variance,chosen,problem\n";
  for (const FinishedTask& task : study.tasks) {
    for (const TuningLine& line : task.result.tuning) {
      text +=
          csv_line({split_field(task.task), csv_field(task.result.dimensions),
                    csv_field(task.task.method), csv_field(line.setting), csv_field(line.criterion),
                    csv_field(line.value), csv_field(line.kept_variance),
                    line.is_chosen ? "true" : "false", csv_field(line.problem)});
    }
  }
  return text;
}

std::string timing_line(const StudyResult& study, const StudyTask& task, const TaskCosts& costs) {
  const std::string dimensions = task.is_projection()
                                     ? dimensions_text(study.spec.dimensions[task.dimensions])
                                     : fmt::format("{}", study.plan.columns);
  return csv_line(
      {split_field(task), dimensions, task.method, fmt::format("{:.6f}", costs.tune_seconds),
       fmt::format("{:.6f}", costs.fit_seconds), fmt::format("{:.6f}", costs.measure_seconds),
       fmt::format("{:.0f}", costs.peak_memory_bytes)});
}

std::string timings_csv(const StudyResult& study, const std::string& lines) {
  const std::string header =
      "split,dimensions,method,tune_seconds,fit_seconds,measure_seconds,peak_memory_bytes\n";
  std::map<std::string, std::string> by_task;  // the line of a task, by its first columns
  std::size_t begin = 0;
  for (std::size_t end = lines.find('\n'); end != std::string::npos;
       end = lines.find('\n', begin)) {
    const std::string line = lines.substr(begin, end + 1 - begin);
    begin = end + 1;
    std::size_t third = 0;
    for (int commas = 0; third < line.size() && commas < 3; ++third) commas += line[third] == ',';
    by_task[line.substr(0, third)] = line;
  }
  std::string text = header;
  for (const FinishedTask& task : study.tasks) {
    const std::string line = timing_line(study, task.task, {});
    std::size_t third = 0;
    for (int commas = 0; third < line.size() && commas < 3; ++third) commas += line[third] == ',';
    const auto found = by_task.find(line.substr(0, third));
    if (found != by_task.end()) text += found->second;
  }
  return text;
}

}  // namespace fairpca
