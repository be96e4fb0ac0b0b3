// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca_numbers.h"

#include <algorithm>
#include <cmath>

namespace fairpca {
namespace {

/// Objectives nearer than this, relatively, are equal: the exact search stops at 1e-9.
constexpr double kEqualObjectives = 1e-8;

/// Whether one is lowest of those that are numbers.
bool is_lowest(const std::vector<double>& values, std::size_t which) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return !std::isfinite(value) || values[which] <= value; });
}

}  // namespace

const std::vector<RfpcaMethod>& rfpca_methods() {
  static const std::vector<RfpcaMethod> methods = {
      {"RFPCA", "rfpca", "rfpca-subgradient", "rfpca"},
      {"FairPCA", "fairpca", "fairpca-weights", "fairpca", true},
      {"CFPCA-Mean", "cfpca_mean", "cfpca-equal-means", "cfpca-mean"},
      {"CFPCA-Both", "cfpca_both", "cfpca-both-mu-1", "cfpca-both"}};
  return methods;
}

std::vector<RfpcaSet> sets_run(const StudyRuns& runs) {
  std::vector<RfpcaSet> sets;
  for (const RfpcaSet& set : rfpca_sets()) {
    if (runs.has(rfpca_tables_study(set))) sets.push_back(set);
  }
  return sets;
}

MeanValue rfpca_mean(StudyRuns& runs, const RfpcaSet& set, const RfpcaMethod& method,
                     const std::string& arm, const std::string& measure, MeasuredRows rows) {
  const PaperStudy study =
      method.is_group_centred ? rfpca_tables_fairpca_study(set) : rfpca_tables_study(set);
  const bool has_arm = std::any_of(study.arms.begin(), study.arms.end(),
                                   [&arm](const PaperArm& one) { return one.arm.name == arm; });
  if (!has_arm) return {};
  return mean_over_splits(
      runs.result(study),
      {.arm = arm, .dimensions = study.dimensions, .measure = measure, .rows = rows});
}

SettingRange setting_range(StudyRuns& runs, const RfpcaSet& set, const std::string& measure,
                           MeasuredRows rows) {
  const PaperStudy study = rfpca_settings_study(set);
  const StudyResult& result = runs.result(study);
  std::vector<double> least, largest;
  for (const PaperArm& one : study.arms) {
    if (one.arm.method == "pca") continue;
    const std::vector<double> values = values_over_splits(
        result,
        {.arm = one.arm.name, .dimensions = study.dimensions, .measure = measure, .rows = rows});
    if (least.empty()) least = largest = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      least[i] = std::fmin(least[i], values[i]);
      largest[i] = std::fmax(largest[i], values[i]);
    }
  }
  return {mean_of(least).mean, mean_of(largest).mean};
}

LowestCounts lowest_counts(const std::vector<SetMeans>& sets, std::size_t method) {
  LowestCounts counts;
  for (const SetMeans& set : sets) {
    const bool gap = is_lowest(set.gap, method), error = is_lowest(set.error, method);
    ++counts.sets;
    counts.gap += gap ? 1 : 0;
    counts.error += error ? 1 : 0;
    counts.both += gap && error ? 1 : 0;
  }
  return counts;
}

void ObjectiveCounts::add(StudyRuns& runs, const PaperStudy& study, const std::string& exact,
                          const std::string& own) {
  const StudyResult& result = runs.result(study);
  for (Index split = 0; split < result.plan.splits; ++split) {
    const TaskResult* ours = result.find(split, study.dimensions, exact);
    const TaskResult* theirs = result.find(split, study.dimensions, own);
    if (ours == nullptr || theirs == nullptr) continue;
    const double gain = (theirs->objective - ours->objective) / std::abs(ours->objective);
    if (!std::isfinite(gain)) continue;
    largest_gain = std::max(largest_gain, gain);
    if (std::abs(gain) <= kEqualObjectives) {
      ++equal;
    } else {
      ++(gain > 0 ? lower : higher);
    }
  }
}

}  // namespace fairpca
