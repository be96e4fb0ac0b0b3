// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/coordinate_classifier.h"
#include "measure/kolmogorov.h"
#include "measure/labelled_points.h"
#include "measure/roc_auc.h"

namespace fairpca {
namespace {

const std::vector<std::string> kAll = {"linear_unfairness", "group_auc_linear", "group_auc_rbf",
                                       "group_accuracy_linear", "group_accuracy_rbf"};

std::vector<Index> all_rows(const LabelledPoints& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) rows.push_back(i);
  return rows;
}

/// Scores of one group against the rest, fitted to other rows: scaling, fit and score by hand.
Vector scores_by_hand(const LabelledPoints& training, const LabelledPoints& evaluated,
                      const std::string& group, Classifier kind) {
  const ColumnScaling scaling = ColumnScaling::of(training.points, all_rows(training));
  std::vector<std::int32_t> classes;
  for (const std::string& name : training.group) classes.push_back(name == group ? 1 : 0);
  return CoordinateClassifier::fit(scaling.apply(training.points, all_rows(training)), classes, 2,
                                   {.kind = kind, .balanced = true})
      .scores(scaling.apply(evaluated.points, all_rows(evaluated)))
      .col(0);
}

std::vector<bool> in_group(const LabelledPoints& data, const std::string& group) {
  std::vector<bool> is_in;
  for (const std::string& name : data.group) is_in.push_back(name == group);
  return is_in;
}

Vector weights_of(const LabelledPoints& data) {
  Vector weights(data.rows());
  for (Index i = 0; i < data.rows(); ++i) weights(i) = data.weight(i);
  return weights;
}

TEST(AdversariesTest, AreScoredOnRowsTheyWereNotFittedTo) {
  for (const int groups : {2, 3}) {
    SCOPED_TRACE(groups);
    LabelledPoints training = LabelledPoints::random(240, 3, groups, 0.8, 1);
    LabelledPoints evaluated = LabelledPoints::random(180, 3, groups, 0.8, 2);
    evaluated.weigh(3);
    const PointsInput fitted(training), scored(evaluated);
    const Measured measured = measure(scored.input({.measures = kAll, .draws = 50}, &fitted));
    double largest_auc = 0, largest_distance = 0;
    for (int g = 0; g < groups; ++g) {
      const std::string name = fmt::format("g{}", g);
      const std::vector<bool> is_in = in_group(evaluated, name);
      const RankedScores svm(scores_by_hand(training, evaluated, name, Classifier::kLinearSvm),
                             is_in);
      const Vector logistic = scores_by_hand(training, evaluated, name, Classifier::kLogistic);
      const RankedScores ranked(logistic, is_in);
      const Vector weights = weights_of(evaluated);
      EXPECT_NEAR(value_of(measured, "linear_unfairness", Statistic::kValue, name).value,
                  svm.kolmogorov_distance(weights), 1e-12);
      EXPECT_NEAR(value_of(measured, "group_auc_linear", Statistic::kValue, name).value,
                  ranked.auc(weights), 1e-12);
      double right = 0, all = 0, others_right = 0, others = 0;
      for (Index i = 0; i < evaluated.rows(); ++i) {
        const bool member = is_in[static_cast<std::size_t>(i)];
        (member ? all : others) += weights(i);
        if ((logistic(i) > 0) == member) (member ? right : others_right) += weights(i);
      }
      EXPECT_NEAR(value_of(measured, "group_accuracy_linear", Statistic::kValue, name).value,
                  (right / all + others_right / others) / 2, 1e-12);
      largest_auc = std::max(largest_auc, ranked.auc(weights));
      largest_distance = std::max(largest_distance, svm.kolmogorov_distance(weights));
    }
    EXPECT_NEAR(value_of(measured, "group_auc_linear").value, largest_auc, 1e-12);
    EXPECT_NEAR(value_of(measured, "linear_unfairness").value, largest_distance, 1e-12);
    EXPECT_FALSE(has_note(measured, "classifiers-cross-fitted"));
  }
}

TEST(AdversariesTest, GiveLinearUnfairnessItsBandFloorAndExactPValue) {
  const LabelledPoints training = LabelledPoints::random(200, 2, 2, 0.5, 5);
  const LabelledPoints evaluated = LabelledPoints::random(150, 2, 2, 0.5, 6);
  const PointsInput fitted(training), scored(evaluated);
  const Measured measured = measure(scored.input({.measures = {"linear_unfairness"}}, &fitted));
  const MeasuredValue value = value_of(measured, "linear_unfairness");
  const double band = kolmogorov_band(75, 75);
  EXPECT_NEAR(value.low, std::max(0.0, value.value - band), 1e-12);
  EXPECT_NEAR(value.high, std::min(1.0, value.value + band), 1e-12);
  EXPECT_NEAR(value.floor, 0.87 * std::sqrt(2.0 / 75), 1e-12);
  EXPECT_DOUBLE_EQ(value_of(measured, "linear_unfairness", Statistic::kPValue).value,
                   kolmogorov_p_value(value.value, 75, 75));
}

TEST(AdversariesTest, PValuesAreUniformWhereGroupsAreAlike) {
  int below_half = 0, below_tenth = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const LabelledPoints training = LabelledPoints::random(60, 2, 2, 0, 1000 + seed);
    const LabelledPoints evaluated = LabelledPoints::random(60, 2, 2, 0, 5000 + seed);
    const PointsInput fitted(training), scored(evaluated);
    const double p = value_of(measure(scored.input({.measures = {"linear_unfairness"}}, &fitted)),
                              "linear_unfairness", Statistic::kPValue)
                         .value;
    below_half += p <= 0.5 ? 1 : 0;
    below_tenth += p <= 0.1 ? 1 : 0;
  }
  // Binomial with 200 trials: 4 deviations are 28 and 17; the distance is discrete, so fewer.
  EXPECT_NEAR(below_half, 100, 40);
  EXPECT_LT(below_tenth, 20 + 17);
}

TEST(AdversariesTest, AreCrossFittedWithoutTrainingRowsAndSayIt) {
  const LabelledPoints data = LabelledPoints::random(400, 2, 2, 1.5, 8);
  const PointsInput input(data);
  const Measured measured = measure(input.input({.measures = kAll, .draws = 100}));
  EXPECT_TRUE(has_note(measured, "classifiers-cross-fitted"));
  // P(x + 1.5 > y) of normal x and y.
  EXPECT_NEAR(value_of(measured, "group_auc_linear").value, 0.856, 0.06);
  const LabelledPoints same = LabelledPoints::random(400, 8, 2, 0, 9);
  const PointsInput alike(same);
  const Measured none = measure(alike.input({.measures = kAll, .draws = 100}));
  // Fitted to the rows they score, eight coordinates would show more than 0.55.
  EXPECT_NEAR(value_of(none, "group_auc_linear").value, 0.5, 0.08);
  EXPECT_NEAR(value_of(none, "group_accuracy_rbf").value, 0.5, 0.08);
}

TEST(AdversariesTest, HaveNoIntervalsOrPValuesOnTrainingRows) {
  const LabelledPoints data = LabelledPoints::random(100, 2, 3, 1, 8);
  const PointsInput input(data);
  const Measured measured =
      measure(input.input({.measures = kAll, .has_intervals = false}, &input));
  for (const std::string& id : kAll) {
    EXPECT_FALSE(std::isnan(value_of(measured, id).value)) << id;
    EXPECT_TRUE(std::isnan(value_of(measured, id).low)) << id;
  }
  EXPECT_TRUE(std::isnan(value_of(measured, "linear_unfairness", Statistic::kPValue).value));
}

TEST(AdversariesTest, LeaveOutAGroupWithoutTrainingRows) {
  const LabelledPoints training = LabelledPoints::random(90, 2, 2, 1, 8);
  const LabelledPoints evaluated = LabelledPoints::random(90, 2, 3, 1, 9);
  const PointsInput fitted(training), scored(evaluated);
  const Measured measured = measure(scored.input({.measures = kAll, .draws = 20}, &fitted));
  EXPECT_TRUE(has_note(measured, "group-not-predicted"));
  EXPECT_TRUE(std::isnan(value_of(measured, "group_auc_rbf", Statistic::kValue, "g2").value));
  EXPECT_FALSE(std::isnan(value_of(measured, "group_auc_rbf", Statistic::kValue, "g1").value));
  EXPECT_FALSE(std::isnan(value_of(measured, "group_auc_rbf").low));
}

TEST(AdversariesTest, SayThatRbfMachinesSawASample) {
  const LabelledPoints data = LabelledPoints::random(300, 2, 2, 1, 8);
  const PointsInput input(data);
  const Measured measured =
      measure(input.input({.measures = {"group_auc_rbf"}, .draws = 20, .max_kernel_rows = 100}));
  EXPECT_TRUE(has_note(measured, "rbf-rows"));
}

TEST(AdversariesTest, AreTheSameForAnyNumberOfThreads) {
  LabelledPoints data = LabelledPoints::random(200, 3, 3, 0.6, 10);
  data.weigh(4);
  const PointsInput input(data);
  MeasureSettings settings{.measures = kAll, .draws = 60};
  const Measured one = measure(input.input(settings));
  settings.threads = 3;
  expect_same_numbers(one, measure(input.input(settings)));
}

}  // namespace
}  // namespace fairpca
