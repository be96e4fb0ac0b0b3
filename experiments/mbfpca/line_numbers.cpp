// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/line_numbers.h"

#include <fmt/format.h>

#include "experiments/mbfpca/authors_scores.h"

namespace fairpca {

const std::array<TableMeasure, 4>& table_measures() {
  static const std::array<TableMeasure, 4> measures = {{
      {"%Var", "var_pct", "var_sd", kOwnMeanVariance, "explained_variance_ratio", "expvar_test_pct",
       "expvar_train_pct", 100, 2, true},
      {"%Acc", "acc_pct", "acc_sd", kScoredRowsAccuracy, "accuracy", "svm_accuracy", "", 100, 2,
       true},
      {"MMD^2", "mmd2", "mmd2_sd", "mmd2", "mmd2", "mmd2_test", "mmd2_train", 1, 3, false},
      {"Delta_DP", "delta_dp", "delta_dp_sd", kScoredRowsParity, "demographic_parity_difference",
       "delta_dp", "", 1, 2, false},
  }};
  return measures;
}

MeanValue line_mean(StudyRuns& runs, const TableLine& line, const std::string& measure,
                    const TableMeasure& column, MeasuredRows rows, bool is_own) {
  if (is_own && line.own_arm.empty()) return {};
  const MeanValue mean = mean_of(line_values(runs, line, measure, rows, is_own));
  return {.mean = column.factor * mean.mean, .deviation = column.factor * mean.deviation};
}

std::vector<LineNumbers> line_numbers(StudyRuns& runs) {
  const PublishedTable published(runs.data_file(kTable1File));
  std::vector<LineNumbers> numbers;
  for (const Index dimensions : {Index{2}, Index{10}}) {
    for (const UciSet& set : uci_sets()) {
      for (const TableLine& line : table_lines(set, dimensions)) {
        if (!runs.has(line.study())) continue;
        const std::size_t row = published.find({{"dataset", set.id},
                                                {"method", line.published},
                                                {"param", line.settings},
                                                {"d", fmt::format("{}", dimensions)}});
        LineNumbers& made = numbers.emplace_back();
        made.line = line;
        for (std::size_t m = 0; m < table_measures().size(); ++m) {
          const TableMeasure& measure = table_measures()[m];
          made.published[m] = {.mean = published.number(row, measure.mean_column),
                               .deviation = published.number(row, measure.deviation_column)};
          const auto mean = [&](bool is_own) {
            return line_mean(runs, line, measure.authors_way, measure, MeasuredRows::kTest, is_own);
          };
          made.own[m] = mean(true);
          made.ours[m] = mean(false);
        }
      }
    }
  }
  return numbers;
}

}  // namespace fairpca
