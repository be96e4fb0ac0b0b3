// SPDX-License-Identifier: BSD-3-Clause
#include "measure/drift.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/intervals.h"
#include "measure/measure_setup.h"
#include "measure/measured_people.h"
#include "model/random_model.h"

namespace fairpca {
namespace drift_test {

using Kind = DriftStatement::Kind;

constexpr Index kColumns = 4;

/// What a fit would remember of the groups of `people`.
Model model_of(const MeasuredPeople& people, bool held_out, std::size_t groups) {
  Model model = random_model(kColumns, 2, 1);
  const ScoredTable table = people.scored_by(model);
  for (std::size_t g = 0; g < groups; ++g) {
    GroupSummary& group = model.groups.emplace_back();
    group.name = people.group.levels[g];
    group.levels = {{"sex", group.name}};
    std::vector<Index> rows;
    for (Index i = 0; i < people.rows.rows(); ++i) {
      if (people.group.codes[static_cast<std::size_t>(i)] == static_cast<int>(g)) rows.push_back(i);
    }
    const RowMatrix own = people.rows(rows, Eigen::all);
    group.rows = own.rows();
    group.weight = static_cast<double>(own.rows());
    group.mean = own.colwise().mean().transpose();
    group.deviation =
        (own.rowwise() - own.colwise().mean()).array().square().colwise().mean().sqrt();
    const Vector errors = table.scored.squared_error(rows);
    group.reconstruction_error = errors.mean();
    if (held_out) {
      group.held_out = {.mean = errors.mean(),
                        .deviation = std::sqrt((errors.array() - errors.mean()).square().mean()),
                        .rows = own.rows()};
    }
  }
  return model;
}

Drift drift_of(const Model& model, const MeasuredPeople& people, Index min_group_size = 10) {
  const ScoredTable table = people.scored_by(model);
  const MeasureInput input{.model = model,
                           .groups = form_groups(table.moments),
                           .evaluated = table.part(),
                           .settings = {.min_group_size = min_group_size}};
  const MeasureSetup setup(input);
  return drift_since_fit(setup.context());
}

TEST(DriftTest, TheSameRowsShowNoChange) {
  const MeasuredPeople people({200, 150}, kColumns, 2);
  const Drift drift = drift_of(model_of(people, true, 2), people);
  EXPECT_TRUE(drift.has_held_out_errors);
  EXPECT_EQ(drift.comparisons, 2 + 2 + 2 * kColumns);
  for (const DriftStatement& statement : drift.statements) {
    EXPECT_NEAR(statement.change, 0, 1e-10);
    EXPECT_FALSE(statement.is_seen());
    EXPECT_LT(statement.low, 0);
  }
}

TEST(DriftTest, NumbersAndIntervalsAreThoseOfTheFormulas) {
  const MeasuredPeople then({200, 150}, kColumns, 3), now({120, 180}, kColumns, 4);
  const Model model = model_of(then, true, 2);
  const Drift drift = drift_of(model, now);
  const double width = normal_quantile(1 - 0.05 / (2.0 * (4 + 2 * kColumns)));
  const DriftStatement& share = drift.statements.front();
  EXPECT_EQ(share.kind, Kind::kShare);
  EXPECT_NEAR(share.then, 200.0 / 350, 1e-14);
  EXPECT_NEAR(share.now, 120.0 / 300, 1e-14);
  const double error = std::sqrt(share.then * (1 - share.then) / 350 + 0.4 * 0.6 / 300);
  EXPECT_NEAR(share.high - share.change, width * error, 1e-12);
  EXPECT_TRUE(share.is_seen());
  // Errors: two means of independent rows.
  const ScoredTable table = now.scored_by(model);
  std::vector<Index> rows;
  for (Index i = 0; i < now.rows.rows(); ++i) {
    if (now.group.codes[static_cast<std::size_t>(i)] == 1) rows.push_back(i);
  }
  const Vector errors = table.scored.squared_error(rows);
  const double variance = (errors.array() - errors.mean()).square().mean();
  const DriftStatement& second = drift.statements[3];
  EXPECT_EQ(second.kind, Kind::kReconstructionError);
  EXPECT_EQ(second.group, "b");
  EXPECT_NEAR(second.now, errors.mean(), 1e-12);
  const double squared = variance / 180 + std::pow(model.groups[1].held_out->deviation, 2) / 150;
  EXPECT_NEAR(second.high - second.change, width * std::sqrt(squared), 1e-11);
}

TEST(DriftTest, AMovedColumnIsFoundInDeviationsOfTheTrainingRows) {
  const MeasuredPeople then({300, 300}, kColumns, 5);
  MeasuredPeople now({300, 300}, kColumns, 6);
  const Model model = model_of(then, false, 2);
  for (Index i = 0; i < now.rows.rows(); ++i) {
    if (now.group.codes[static_cast<std::size_t>(i)] == 0) {
      now.rows(i, 2) += 2 * model.groups[0].deviation(2);
    }
  }
  const Drift drift = drift_of(model, now);
  EXPECT_FALSE(drift.has_held_out_errors);
  int seen = 0;
  for (const DriftStatement& statement : drift.statements) {
    if (statement.kind != Kind::kMean || !statement.is_seen()) continue;
    ++seen;
    EXPECT_EQ(statement.column, "c3");
    EXPECT_EQ(statement.group, "a");
    EXPECT_NEAR(statement.change, 2, 0.4);
  }
  EXPECT_EQ(seen, 1);
}

TEST(DriftTest, OnlyGroupsPublishedThenAndNowAreCompared) {
  const MeasuredPeople then({200, 150, 100}, kColumns, 7), now({120, 5, 80}, kColumns, 8);
  Model model = model_of(then, true, 3);
  for (const DriftStatement& statement : drift_of(model, now).statements) {
    EXPECT_NE(statement.group, "b");
    if (statement.kind == Kind::kShare && statement.group == "a") {
      EXPECT_NEAR(statement.now, 0.6, 1e-12);  // 120 of 200: group b enters neither side
      EXPECT_NEAR(statement.then, 200.0 / 300, 1e-12);
    }
  }
  // Hidden at the fit: name and rows are all that is known.
  model.groups[0].weight.reset();
  for (const DriftStatement& statement : drift_of(model, now, 0).statements) {
    EXPECT_NE(statement.group, "a");
  }
  // Other columns make other groups, whatever they are called.
  for (GroupSummary& group : model.groups) group.levels.front().first = "race";
  EXPECT_TRUE(drift_of(model, now).statements.empty());
}

TEST(DriftTest, AModelThatRemembersNoMeansTellsSharesAndErrors) {
  const MeasuredPeople people({200, 150}, kColumns, 9);
  Model model = model_of(people, false, 2);
  for (GroupSummary& group : model.groups) group.mean = group.deviation = Vector();
  EXPECT_EQ(drift_of(model, people).comparisons, 4);
  model.provenance.options["center"] = "group";  // its errors are about other means
  EXPECT_EQ(drift_of(model, people).comparisons, 2);
}

}  // namespace drift_test
}  // namespace fairpca
