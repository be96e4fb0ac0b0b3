// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_moments.h"

#include <map>

#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "measure/measure_input.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace evaluate_moments_test {

constexpr Index kWidth = 4;

/// Rows of two groups.
struct TwoGroups {
  RowMatrix numbers;

  TwoGroups(Index n, unsigned seed) : numbers(random_rows(n, kWidth, seed)) {}

  /// Views the numbers.
  MatrixRows rows() const {
    Table table;
    table.schema.features = random_model(kWidth, 1, 1).encoding.features();
    table.schema.protected_columns = {"sex"};
    LevelColumn sex{{"f", "m"}, {}};
    for (Index i = 0; i < numbers.rows(); ++i) {
      sex.codes.push_back(static_cast<std::int32_t>(i % 3 == 0));
    }
    table.protected_levels = {sex};
    table.numeric = numbers;
    table.rows = numbers.rows();
    return MatrixRows(table);
  }

  GroupMoments moments() const {
    MatrixRows source = rows();
    return accumulate_moments(source);
  }
};

std::map<ValueKey, double> values_of(const Evaluation& evaluation) {
  std::map<ValueKey, double> values;
  for (const MeasuredValue& value : evaluation.measures) {
    values[{value.measure, value.statistic, value.group}] = value.value;
  }
  return values;
}

TEST(EvaluateMomentsTest, NumbersAreThoseOfTheRowsBehindTheMoments) {
  const Model model = random_model(kWidth, 2, 5);
  const TwoGroups data(300, 6), trained_on(200, 7);
  MatrixRows rows = data.rows(), training = trained_on.rows();
  const GroupMoments trained = trained_on.moments();
  const EvaluateSettings settings{.has_intervals = false};
  const auto by_rows = values_of(evaluate_rows(rows, model, settings, &training).evaluation);
  const Evaluation by_moments =
      evaluate_moments(data.moments(), model, settings, &trained).evaluation;
  EXPECT_EQ(by_moments.rows, 300);
  EXPECT_GT(by_moments.gap, 0);
  const auto values = values_of(by_moments);
  EXPECT_TRUE(values.contains({"loss_reference", Statistic::kWorst, ""}));
  for (const auto& [key, value] : values) {
    SCOPED_TRACE(std::get<0>(key));
    EXPECT_NEAR(value, by_rows.at(key), 1e-12 * (1 + std::abs(value)));
  }
}

TEST(EvaluateMomentsTest, WhatNeedsRowsIsLeftOutWithANote) {
  const Evaluation result = evaluate_moments(TwoGroups(100, 1).moments(),
                                             random_model(kWidth, 2, 5), {.measures = {"mmd2"}})
                                .evaluation;
  EXPECT_TRUE(result.measures.empty());
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_EQ(result.notes[0].code(), "measures-without-rows");
}

TEST(EvaluateMomentsTest, ColumnsThatAreNotThereAreRejected) {
  const GroupMoments fewer = TwoGroups(100, 1).moments().selected({0, 1, 2});
  EXPECT_EQ(rejection_of([&] { evaluate_moments(fewer, random_model(kWidth, 2, 5)); }).code(),
            "different-encoding");
}

}  // namespace evaluate_moments_test
}  // namespace fairpca
