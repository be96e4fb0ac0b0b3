// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/embedding_classifier.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fairpca/measure/evaluate_coordinates.h"
#include "fairpca/rows/matrix_rows.h"
#include "measure/linear_classifier.h"
#include "measure/roc_auc.h"

namespace fairpca {
namespace {

std::vector<Index> members_of(const JudgedRows& rows, std::size_t group) {
  std::vector<Index> members;
  for (std::size_t i = 0; i < rows.group.size(); ++i) {
    if (rows.group[i] == group) members.push_back(static_cast<Index>(i));
  }
  return members;
}

/// Scores and kinds of the rows of one group.
struct GroupScores {
  Vector scores;
  std::vector<bool> positive;
};

GroupScores scores_of_group(const Vector& scores, const JudgedRows& rows, std::size_t group) {
  const std::vector<Index> members = members_of(rows, group);
  GroupScores part{scores(members), {}};
  for (const Index row : members) {
    part.positive.push_back(rows.positive[static_cast<std::size_t>(row)]);
  }
  return part;
}

/// Share of the values below `score`, those equal to it counting half; `sorted` in rising order.
double share_below(const std::vector<double>& sorted, double score) {
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), score) - sorted.begin();
  const auto up_to = std::upper_bound(sorted.begin(), sorted.end(), score) - sorted.begin();
  return static_cast<double>(below + up_to) / (2 * static_cast<double>(sorted.size()));
}

/// Variance of the mean over `scores` of their places among `others`.
double variance_of_places(const std::vector<double>& scores, const std::vector<double>& others) {
  Vector places(static_cast<Index>(scores.size()));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    places(static_cast<Index>(i)) = share_below(others, scores[i]);
  }
  const auto count = static_cast<double>(scores.size());
  return (places.array() - places.mean()).square().sum() / (count - 1) / count;
}

/// Coordinates as the columns of a table with groups and a label.
Table table_of(const RowMatrix& coordinates, const JudgedRows& rows,
               const std::vector<std::string>& levels) {
  Table table;
  table.numeric = coordinates;
  for (Index j = 0; j < coordinates.cols(); ++j) {
    table.schema.features.push_back({fmt::format("z{}", j + 1)});
  }
  table.schema.protected_columns = {"group"};
  table.schema.label = "label";
  table.rows = coordinates.rows();
  LevelColumn group{levels, {}};
  table.label.levels = {"0", "1"};
  for (std::size_t i = 0; i < rows.group.size(); ++i) {
    group.codes.push_back(static_cast<std::int32_t>(rows.group[i]));
    table.label.codes.push_back(rows.positive[i] ? 1 : 0);
  }
  table.protected_levels = {std::move(group)};
  return table;
}

}  // namespace

JudgedRows judged_rows(const RowMatrix& rows, const SplitRows& split, bool training) {
  std::vector<Index> chosen;
  JudgedRows part;
  for (std::size_t i = 0; i < split.training.size(); ++i) {
    if (split.training[i] != training) continue;
    chosen.push_back(static_cast<Index>(i));
    part.positive.push_back(split.positive[i]);
    part.group.push_back(split.group[i]);
  }
  part.rows = rows(chosen, Eigen::all);
  return part;
}

GroupValues group_means(const Vector& numbers, const JudgedRows& rows, std::size_t groups) {
  GroupValues values;
  values.overall = numbers.mean();
  for (std::size_t g = 0; g < groups; ++g) {
    values.groups.push_back(numbers(members_of(rows, g)).mean());
  }
  return values;
}

GroupValues auc_of(const EmbeddedRows& embedded, const JudgedRows& training, const JudgedRows& test,
                   std::size_t groups) {
  const LinearScore score = fit_linear_classifier(embedded.training, training.positive);
  const Vector scores = score.of(embedded.test);
  GroupValues values;
  values.overall = roc_auc(scores, test.positive);
  for (std::size_t g = 0; g < groups; ++g) {
    const GroupScores part = scores_of_group(scores, test, g);
    values.groups.push_back(roc_auc(part.scores, part.positive));
  }
  return values;
}

double auc_standard_error(const Vector& scores, const std::vector<bool>& positive) {
  std::vector<double> kinds[2];
  for (std::size_t i = 0; i < positive.size(); ++i) {
    kinds[positive[i] ? 1 : 0].push_back(scores(static_cast<Index>(i)));
  }
  if (kinds[0].size() < 2 || kinds[1].size() < 2) return std::numeric_limits<double>::quiet_NaN();
  for (std::vector<double>& kind : kinds) std::sort(kind.begin(), kind.end());
  return std::sqrt(variance_of_places(kinds[0], kinds[1]) + variance_of_places(kinds[1], kinds[0]));
}

double auc_gap_error(const EmbeddedRows& embedded, const JudgedRows& training,
                     const JudgedRows& test, std::size_t groups) {
  if (groups != 2) return std::numeric_limits<double>::quiet_NaN();
  const LinearScore score = fit_linear_classifier(embedded.training, training.positive);
  const Vector scores = score.of(embedded.test);
  const GroupScores first = scores_of_group(scores, test, 0),
                    second = scores_of_group(scores, test, 1);
  return std::hypot(auc_standard_error(first.scores, first.positive),
                    auc_standard_error(second.scores, second.positive));
}

std::map<std::string, double> decisions_of(const EmbeddedRows& embedded, const JudgedRows& training,
                                           const JudgedRows& test,
                                           const std::vector<std::string>& levels) {
  MatrixRows test_rows(table_of(embedded.test, test, levels));
  MatrixRows training_rows(table_of(embedded.training, training, levels));
  const GivenRows training_given{training_rows, embedded.training, embedded.training};
  EvaluateSettings settings;
  settings.min_group_size = 0;
  settings.measures = {"accuracy", "demographic_parity_difference", "average_odds_difference",
                       "average_absolute_odds_difference"};
  settings.positive = "1";
  settings.has_intervals = false;
  const CoordinateEvaluation result = evaluate_coordinates(
      {}, {test_rows, embedded.test, embedded.test}, settings, &training_given);
  std::map<std::string, double> decisions;
  for (const MeasuredValue& value : result.result.evaluation.measures) {
    if (!value.group.empty()) continue;
    decisions[fmt::format("{}/{}", value.measure, to_string(value.statistic))] = value.value;
  }
  return decisions;
}

}  // namespace fairpca
