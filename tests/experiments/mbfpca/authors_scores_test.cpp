// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/authors_scores.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fairpca {
namespace {

/// Rows with labels and groups, and a projection on their first two columns, which are scaled.
struct ScoredExample {
  RowMatrix rows;
  std::vector<int> labels, groups;
  Model model;
  GroupMoments moments;
  RowKeys keys;
  ScoredRows scored;

  explicit ScoredExample(RowMatrix given) : rows(std::move(given)) {
    const Index p = rows.cols();
    std::vector<EncodedColumn> columns;
    for (Index j = 0; j < p; ++j) {
      columns.push_back({.column = {"x" + std::to_string(j), ColumnKind::kNumeric}, .levels = {}});
    }
    model.encoding = Encoding(columns);
    model.mean = Vector::Constant(p, 0.5);
    model.scale = Vector::LinSpaced(p, 1, 2);
    model.projection.components = Matrix::Identity(p, 2);
    for (Index i = 0; i < rows.rows(); ++i) {
      labels.push_back(i % 3 == 0 ? 1 : 0);
      groups.push_back(i < rows.rows() / 4 ? 1 : 0);
    }
  }

  std::vector<MeasuredValue> scores() {
    scored.coordinates = (rows.rowwise() - model.mean.transpose()) *
                         model.scale.cwiseInverse().asDiagonal() * model.projection.components;
    std::map<CellKey, Moments> cells;
    for (const int group : {0, 1}) {
      for (const int label : {0, 1}) {
        const CellKey key{{std::to_string(group)}, std::to_string(label)};
        keys.cells.push_back(key);
        Moments& cell = cells.emplace(key, Moments(rows.cols())).first->second;
        for (Index i = 0; i < rows.rows(); ++i) {
          const auto at = static_cast<std::size_t>(i);
          if (groups[at] == group && labels[at] == label) cell.add(RowMatrix(rows.row(i)));
        }
      }
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
      keys.cell.push_back(2 * groups[i] + labels[i]);
    }
    moments = GroupMoments::from_parts(model.encoding, {"group"}, "label", std::move(cells));
    MeasureInput input{.model = model,
                       .groups = {{.name = "0", .levels = {}, .cells = {}},
                                  {.name = "1", .levels = {}, .cells = {}}},
                       .evaluated = {&moments, &keys, &scored}};
    input.settings.positive = "1";
    std::vector<MeasuredValue> all;
    for (const ExtraMeasure& extra : authors_scores()) {
      for (const MeasuredValue& value : extra.take(input)) all.push_back(value);
    }
    return all;
  }
};

double value_of(const std::vector<MeasuredValue>& values, const std::string& name) {
  for (const MeasuredValue& value : values) {
    if (value.measure == name) return value.value;
  }
  ADD_FAILURE() << name << " is not there";
  return 0;
}

/// Numbers between 0 and 1 without any order.
RowMatrix scattered(Index rows, Index columns) {
  RowMatrix made(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      made(i, j) = std::fmod(std::abs(std::sin(12.9898 * static_cast<double>(i + 1) +
                                               78.233 * static_cast<double>(j + 1))) *
                                 43758.5453,
                             1.0);
    }
  }
  return made;
}

TEST(AuthorsScoresTest, VarianceIsAboutTheMeanOfTheRowsThatAreScored) {
  ScoredExample example(scattered(40, 4));
  const double value = value_of(example.scores(), kOwnMeanVariance);
  double kept = 0, whole = 0;
  for (Index j = 0; j < 4; ++j) {
    const double mean = example.rows.col(j).mean(), scale = example.model.scale(j);
    double squares = 0;
    for (Index i = 0; i < 40; ++i) squares += std::pow((example.rows(i, j) - mean) / scale, 2);
    whole += squares;
    if (j < 2) kept += squares;
  }
  EXPECT_NEAR(value, kept / whole, 1e-12);
}

TEST(AuthorsScoresTest, AMachineFittedToTheRowsItIsScoredOnRemembersRowsThatAreFarApart) {
  ScoredExample example(RowMatrix(1000 * scattered(40, 3)));
  const std::vector<MeasuredValue> values = example.scores();
  EXPECT_EQ(value_of(values, kScoredRowsAccuracy), 1);
  double selected[2] = {0, 0}, rows[2] = {0, 0};
  for (std::size_t i = 0; i < example.labels.size(); ++i) {
    selected[example.groups[i]] += example.labels[i];
    ++rows[example.groups[i]];
  }
  EXPECT_NEAR(value_of(values, kScoredRowsParity),
              std::abs(selected[1] / rows[1] - selected[0] / rows[0]), 1e-12);
}

TEST(AuthorsScoresTest, RowsThatAreAllAlikeGetTheMoreFrequentLabel) {
  ScoredExample example(RowMatrix::Ones(40, 3));
  example.rows(0, 2) = 2;  // some variance, outside the projection
  const std::vector<MeasuredValue> values = example.scores();
  EXPECT_NEAR(value_of(values, kScoredRowsAccuracy), 26.0 / 40, 1e-12);
  EXPECT_EQ(value_of(values, kScoredRowsParity), 0);
}

}  // namespace
}  // namespace fairpca
