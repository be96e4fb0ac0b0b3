// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluation_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "measure/measure_setup.h"

namespace fairpca {
namespace {

/// Values by measure and group.
class ValueTable {
 public:
  explicit ValueTable(const std::vector<MeasuredValue>& values) {
    for (const MeasuredValue& value : values) {
      values_[{value.measure, value.statistic, value.group}] = value.value;
    }
  }

  /// NaN where there is none.
  double of(const std::string& measure, const std::string& group = "") const {
    const auto found = values_.find({measure, Statistic::kValue, group});
    return found == values_.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  }

 private:
  std::map<ValueKey, double> values_;
};

GroupEvaluation group_evaluation(const GroupStatistics& group, const ValueTable& values,
                                 bool has_likelihood) {
  const std::string& name = group.group.name;
  GroupEvaluation result;
  result.name = name;
  result.levels = group.group.levels;
  result.rows = group.rows;
  result.reconstruction_error = values.of("reconstruction_error", name);
  result.loss = values.of("loss", name);
  result.loss_overall = values.of("loss_overall", name);
  result.explained_variance_ratio = values.of("explained_variance_ratio", name);
  if (has_likelihood) result.log_likelihood = values.of("log_likelihood", name);
  return result;
}

/// What an evaluation shows whatever measures were asked for: cheap without intervals.
Measured shown_always(MeasureInput input) {
  input.settings.measures = {"reconstruction_error",    "gap", "gap_group", "loss", "loss_overall",
                             "explained_variance_ratio"};
  if (input.model.is_probabilistic()) input.settings.measures.emplace_back("log_likelihood");
  input.settings.has_intervals = false;
  return measure(input);
}

}  // namespace

void add_measures(const MeasureInput& input, Evaluation& evaluation) {
  Measured measured = measure(input);
  const bool shows_all = input.settings.measures.empty();
  const ValueTable values(shows_all ? measured.values : shown_always(input).values);
  const MeasureSetup setup(input);
  const MeasureContext context = setup.context();
  const bool has_likelihood = input.model.is_probabilistic();
  evaluation.rows = input.evaluated.moments->rows();
  evaluation.overall_rows = context.overall->rows;
  evaluation.reconstruction_error = values.of("reconstruction_error");
  evaluation.explained_variance_ratio = values.of("explained_variance_ratio");
  evaluation.gap = values.of(input.settings.center == Center::kGroup ? "gap_group" : "gap");
  // No two groups at all: nothing differs.
  if (std::isnan(evaluation.gap) && !setup.disclosure().hides_any()) evaluation.gap = 0;
  if (has_likelihood) evaluation.log_likelihood = values.of("log_likelihood");
  for (const GroupStatistics& group : context.prepared.groups) {
    evaluation.groups.push_back(group_evaluation(group, values, has_likelihood));
  }
  evaluation.measures = std::move(measured.values);
  evaluation.features = std::move(measured.features);
  std::move(measured.notes.begin(), measured.notes.end(), std::back_inserter(evaluation.notes));
  std::move(measured.warnings.begin(), measured.warnings.end(),
            std::back_inserter(evaluation.warnings));
}

}  // namespace fairpca
