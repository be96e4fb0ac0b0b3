// SPDX-License-Identifier: BSD-3-Clause
#include "report/study/report_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairpca {

std::vector<std::string> ReportView::dimensions() const {
  std::vector<std::string> all;
  for (const Dimensions& one : study.spec.dimensions) all.push_back(dimensions_text(one));
  return all;
}

std::string ReportView::first_dimensions() const {
  return findings.suggested.dimensions.empty() ? dimensions().back()
                                               : findings.suggested.dimensions;
}

bool ReportView::is_measured(const std::string& measure) const {
  return std::any_of(study.tasks.begin(), study.tasks.end(), [&](const FinishedTask& task) {
    return std::any_of(task.result.test.begin(), task.result.test.end(),
                       [&](const MeasuredValue& value) { return value.measure == measure; });
  });
}

ShownNumber ReportView::number(const std::string& dimensions, const std::string& method,
                               const ValueKey& key) const {
  const StudyNumber found = study_number(study, dimensions, method, key);
  return {found.value, found.interval.low, found.interval.high};
}

double ReportView::training_number(const std::string& dimensions, const std::string& method,
                                   const std::string& measure) const {
  const TaskResult* result = study.find(0, dimensions, method);
  if (result == nullptr) return kNoNumber;
  for (const MeasuredValue& value : result->train) {
    const bool is_it =
        value.measure == measure && value.group.empty() && value.statistic == Statistic::kValue;
    if (is_it) return value.value;
  }
  return kNoNumber;
}

std::vector<std::string> ReportView::methods_at(const std::string& dimensions,
                                                bool with_data) const {
  std::vector<std::string> all;
  if (with_data) all.emplace_back(kNoProjection);
  all.insert(all.end(), study.spec.methods.begin(), study.spec.methods.end());
  std::erase_if(all, [&](const std::string& method) {
    const TaskResult* result = study.find(0, dimensions, method);
    return result == nullptr || !result->problem.empty();
  });
  return all;
}

std::vector<std::string> ReportView::groups_of(const std::string& dimensions,
                                               const std::string& method,
                                               const std::string& measure) const {
  std::vector<std::string> names;
  for (const StudyGroup& group : study.plan.groups) {
    const ValueKey key{measure, Statistic::kValue, group.name};
    if (std::isfinite(number(dimensions, method, key).value)) names.push_back(group.name);
  }
  return names;
}

const StudyModelFile* ReportView::model(const std::string& dimensions,
                                        const std::string& method) const {
  const auto found = std::find_if(models.begin(), models.end(), [&](const StudyModelFile& file) {
    return file.dimensions == dimensions && file.method == method;
  });
  return found == models.end() ? nullptr : &*found;
}

std::string ReportView::interval_words() const {
  return has_splits() ? fmt::format("range over {} splits", study.plan.splits) : "95 % interval";
}

std::string dimensions_words(const std::string& dimensions) {
  if (dimensions.find('.') != std::string::npos) {
    return fmt::format("a share of {} of the variance", dimensions);
  }
  return dimensions + (dimensions == "1" ? " dimension" : " dimensions");
}

}  // namespace fairpca
