// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_rows.h"

#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "measure/evaluate_options.h"
#include "measure/evaluation_view.h"
#include "measure/score_rows.h"
#include "model/random_model.h"
#include "rows/unread_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace evaluate_rows_test {

using ::testing::ElementsAre;

constexpr Index kColumns = 4;

/// Rows with two protected columns of two levels each.
struct TwoAttributes {
  RowMatrix rows;
  LevelColumn sex{{"f", "m"}, {}}, race{{"b", "w"}, {}};

  TwoAttributes(Index n, unsigned seed) : rows(random_rows(n, kColumns, seed)) {
    for (Index i = 0; i < n; ++i) {
      sex.codes.push_back(static_cast<std::int32_t>(i % 2));
      race.codes.push_back(static_cast<std::int32_t>(i % 3 == 0));
    }
  }

  Table table() const {
    Table table;
    table.schema.features = random_model(kColumns, 1, 1).encoding.features();
    table.schema.protected_columns = {"sex", "race"};
    table.protected_levels = {sex, race};
    table.numeric = rows;
    table.rows = rows.rows();
    return table;
  }
};

Model random_ppca(unsigned seed) {
  Model model = random_model(kColumns, 2, seed);
  model.method = "ppca";
  model.projection.noise_variance = 0.5;
  return model;
}

std::vector<std::string> names(const Evaluation& evaluation) {
  std::vector<std::string> names;
  for (const GroupEvaluation& group : evaluation.groups) names.push_back(group.name);
  return names;
}

std::vector<double> numbers(const Evaluation& evaluation) {
  std::vector<double> all = {evaluation.reconstruction_error, evaluation.explained_variance_ratio,
                             evaluation.gap, evaluation.log_likelihood.value_or(0)};
  for (const GroupEvaluation& group : evaluation.groups) {
    all.insert(all.end(), {group.reconstruction_error, group.loss, group.loss_overall,
                           group.log_likelihood.value_or(0)});
  }
  return all;
}

TEST(EvaluateRowsTest, NumbersAreThoseOfTheScoredTable) {
  const TwoAttributes data(200, 1);
  for (const Model& model : {random_model(kColumns, 2, 2), random_ppca(2)}) {
    SCOPED_TRACE(model.method);
    MatrixRows rows(data.table());
    const Evaluation result =
        evaluate_rows(rows, model, {.center = Center::kGroup, .min_group_size = 0}).evaluation;
    rows.rewind();
    const ScoredTable table = score_rows(rows, model, {});
    Evaluation pieces;
    add_measures({.model = model,
                  .groups = form_groups(table.moments),
                  .evaluated = table.part(),
                  .settings = {.center = Center::kGroup, .min_group_size = 0}},
                 pieces);
    EXPECT_EQ(numbers(result), numbers(pieces));
    EXPECT_EQ(names(result), names(pieces));
    EXPECT_EQ(result.rows, 200);
  }
}

TEST(EvaluateRowsTest, AnUnknownMeasureAndAPositiveLevelWithoutLabelAreRejectedBeforeARowIsRead) {
  const Model pca = random_model(kColumns, 2, 5);
  UnreadRows rows({.features = pca.encoding.features()});
  const auto rejection = [&](const EvaluateSettings& settings) {
    return rejection_of([&] { evaluate_rows(rows, pca, settings); });
  };
  EXPECT_EQ(rejection({.measures = {"gab"}}).code(), "measure-unknown");
  EXPECT_THAT(rejection({.measures = {"gab"}}).text(), ::testing::HasSubstr("did you mean gap"));
  EXPECT_EQ(rejection({.positive = "yes"}).code(), "positive-without-label");
}

TEST(EvaluateRowsTest, GroupsAreFormedAsForTheFitUnlessAskedOtherwise) {
  const TwoAttributes data(60, 3);
  const auto groups = [&](const Model& model, std::optional<Combine> combine) {
    MatrixRows rows(data.table());
    return names(evaluate_rows(rows, model, {.combine = combine}).evaluation);
  };
  Model model = random_model(kColumns, 2, 4);
  EXPECT_THAT(groups(model, {}), ElementsAre("f, b", "f, w", "m, b", "m, w"));
  EXPECT_THAT(groups(model, Combine::kPerAttribute),
              ElementsAre("sex=f", "sex=m", "race=b", "race=w"));
  model.provenance.options["combine"] = "per-attribute";
  EXPECT_THAT(groups(model, {}), ElementsAre("sex=f", "sex=m", "race=b", "race=w"));
  EXPECT_THAT(groups(model, Combine::kIntersection), ElementsAre("f, b", "f, w", "m, b", "m, w"));
}

TEST(EvaluateRowsTest, WhatCannotBeMeasuredIsRejectedBeforeARowIsRead) {
  const Model pca = random_model(kColumns, 2, 5);
  const Model mixture = random_mixture_model(2, kColumns, 2, 6);
  UnreadRows rows({.features = pca.encoding.features()});
  const auto rejection = [&](const Model& model, const EvaluateSettings& settings) {
    return rejection_of([&] { evaluate_rows(rows, model, settings); });
  };
  EXPECT_EQ(rejection(mixture, {.center = Center::kGroup}).code(), "center-of-mixture");
  const Message message = rejection(pca, {.encode = {.missing = MissingCells::kModel}});
  EXPECT_EQ(message.code(), "no-model-of-missing-cells");
  EXPECT_EQ(message.option(), "missing");
  EXPECT_EQ(rejection(pca, {.center = static_cast<Center>(9)}).code(), "option-value");
}

TEST(EvaluateRowsTest, AMissingCellIsRejectedWithTheWaysOutThereAre) {
  TwoAttributes data(20, 7);
  data.rows(7, 2) = std::numeric_limits<double>::quiet_NaN();
  const auto rejection = [&](const Model& model) {
    MatrixRows rows(data.table());
    return rejection_of([&] { evaluate_rows(rows, model); });
  };
  const Setting mean{"missing", "mean"}, drop{"missing", "drop-row"}, by_model{"missing", "model"};
  const Message of_pca = rejection(random_model(kColumns, 2, 8));
  EXPECT_EQ(of_pca.code(), "missing-cell");
  EXPECT_EQ(of_pca.place(), (Place{.row = 8, .column = "c3"}));
  EXPECT_THAT(of_pca.ways_out(), ElementsAre(mean, drop));
  EXPECT_THAT(rejection(random_ppca(9)).ways_out(), ElementsAre(mean, drop, by_model));
}

TEST(EvaluateRowsTest, ARowWithoutAGroupIsRejectedWithItsPlaceUnlessItMayBe) {
  TwoAttributes data(20, 10);
  data.race.codes[4] = LevelColumn::kMissing;
  const Model model = random_model(kColumns, 2, 11);
  MatrixRows rows(data.table());
  const Message message = rejection_of([&] { evaluate_rows(rows, model); });
  EXPECT_EQ(message.code(), "missing-protected-cell");
  EXPECT_EQ(message.place(), (Place{.row = 5, .column = "race"}));
  rows.rewind();
  EXPECT_NO_THROW(evaluate_rows(rows, model, {.missing_group = MissingGroup::kUnconstrained}));
}

TEST(EvaluateRowsTest, SmallGroupsAreHidden) {
  const TwoAttributes data(60, 12);
  MatrixRows rows(data.table());
  const Evaluation result =
      evaluate_rows(rows, random_model(kColumns, 2, 13), {.min_group_size = 15}).evaluation;
  EXPECT_FALSE(result.warnings.empty());
  EXPECT_TRUE(std::isnan(result.groups[1].reconstruction_error));  // 10 rows
}

TEST(EvaluateRowsTest, OptionsAreReadByName) {
  const EvaluateSettings settings = evaluate_options().read({{"center", "group"},
                                                             {"missing", "drop-row"},
                                                             {"measures", "gap, loss"},
                                                             {"classifier", "rbf-svm"}});
  EXPECT_EQ(settings.center, Center::kGroup);
  EXPECT_EQ(settings.encode.missing, MissingCells::kDropRow);
  EXPECT_THAT(settings.measures, ElementsAre("gap", "loss"));
  EXPECT_EQ(settings.classifier, Classifier::kRbfSvm);
}

}  // namespace evaluate_rows_test
}  // namespace fairpca
