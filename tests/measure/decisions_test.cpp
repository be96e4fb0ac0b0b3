// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/coordinate_classifier.h"
#include "measure/labelled_points.h"
#include "measure/roc_auc.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

const std::vector<std::string> kDecisions = {"accuracy",
                                             "auc",
                                             "demographic_parity_difference",
                                             "equal_opportunity_difference",
                                             "equalized_odds_difference",
                                             "average_odds_difference",
                                             "average_absolute_odds_difference"};

/// Predictions of the label, made by hand from training rows.
struct Predictions {
  const LabelledPoints& data;
  std::vector<int> label, predicted;
  Matrix scores;

  Predictions(const LabelledPoints& training, const LabelledPoints& evaluated, int classes,
              Classifier kind)
      : data(evaluated) {
    std::vector<Index> rows, scored;
    std::vector<std::int32_t> of_rows;
    for (Index i = 0; i < training.rows(); ++i) {
      rows.push_back(i);
      of_rows.push_back(std::stoi(training.label[static_cast<std::size_t>(i)]));
    }
    for (Index i = 0; i < evaluated.rows(); ++i) {
      scored.push_back(i);
      label.push_back(std::stoi(evaluated.label[static_cast<std::size_t>(i)]));
    }
    const ColumnScaling scaling = ColumnScaling::of(training.points, rows);
    const CoordinateClassifier fitted = CoordinateClassifier::fit(
        scaling.apply(training.points, rows), of_rows, classes, {.kind = kind});
    scores = fitted.scores(scaling.apply(evaluated.points, scored));
    for (const std::int32_t k : fitted.predicted(scores)) predicted.push_back(k);
  }

  /// Weighted share of rows with `holds` among those with `counts`; both are given a row's number.
  template <class Counts, class Holds>
  double share(const Counts& counts, const Holds& holds) const {
    double part = 0, whole = 0;
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (!counts(i)) continue;
      whole += data.weight(static_cast<Index>(i));
      if (holds(i)) part += data.weight(static_cast<Index>(i));
    }
    return part / whole;
  }
  double accuracy(const std::string& group) const {
    return share([&](std::size_t i) { return group.empty() || data.group[i] == group; },
                 [&](std::size_t i) { return label[i] == predicted[i]; });
  }
  double selection(const std::string& group, int k) const {
    return share([&](std::size_t i) { return data.group[i] == group; },
                 [&](std::size_t i) { return predicted[i] == k; });
  }
  double true_positive(const std::string& group, int k) const {
    return share([&](std::size_t i) { return data.group[i] == group && label[i] == k; },
                 [&](std::size_t i) { return predicted[i] == k; });
  }
  double false_positive(const std::string& group, int k) const {
    return share([&](std::size_t i) { return data.group[i] == group && label[i] != k; },
                 [&](std::size_t i) { return predicted[i] == k; });
  }
};

TEST(DecisionsTest, MatchRatesCountedRowByRow) {
  for (const Classifier kind :
       {Classifier::kLogistic, Classifier::kLinearSvm, Classifier::kRbfSvm}) {
    LabelledPoints training = LabelledPoints::random(300, 3, 2, 0.8, 1);
    LabelledPoints evaluated = LabelledPoints::random(240, 3, 2, 0.8, 2);
    evaluated.weigh(3);
    const PointsInput fitted(training), scored(evaluated);
    const Measured measured =
        measure(scored.input({.measures = kDecisions, .classifier = kind, .draws = 100}, &fitted));
    const Predictions by_hand(training, evaluated, 2, kind);
    EXPECT_NEAR(value_of(measured, "accuracy").value, by_hand.accuracy(""), 1e-13);
    EXPECT_NEAR(value_of(measured, "accuracy", Statistic::kValue, "g1").value,
                by_hand.accuracy("g1"), 1e-13);
    EXPECT_NEAR(value_of(measured, "accuracy", Statistic::kSignedDifference).value,
                by_hand.accuracy("g1") - by_hand.accuracy("g0"), 1e-13);
    const double parity = by_hand.selection("g1", 1) - by_hand.selection("g0", 1);
    const double tpr = by_hand.true_positive("g1", 1) - by_hand.true_positive("g0", 1);
    const double fpr = by_hand.false_positive("g1", 1) - by_hand.false_positive("g0", 1);
    EXPECT_NEAR(value_of(measured, "demographic_parity_difference").value, std::abs(parity), 1e-13);
    EXPECT_NEAR(
        value_of(measured, "demographic_parity_difference", Statistic::kSignedDifference).value,
        parity, 1e-13);
    EXPECT_NEAR(value_of(measured, "equal_opportunity_difference").value, std::abs(tpr), 1e-13);
    EXPECT_NEAR(value_of(measured, "equalized_odds_difference").value,
                std::max(std::abs(tpr), std::abs(fpr)), 1e-13);
    EXPECT_NEAR(value_of(measured, "average_odds_difference").value, (tpr + fpr) / 2, 1e-13);
    EXPECT_NEAR(value_of(measured, "average_absolute_odds_difference").value,
                (std::abs(tpr) + std::abs(fpr)) / 2, 1e-13);
    for (const std::string& id : kDecisions) {
      const MeasuredValue value = value_of(measured, id);
      EXPECT_LE(value.low, value.value) << id;
      EXPECT_GE(value.high, value.value) << id;
    }
  }
}

TEST(DecisionsTest, TakeTheLargestOverClassesAndPairs) {
  const LabelledPoints training = LabelledPoints::random(600, 3, 3, 0.5, 1, 3);
  const LabelledPoints evaluated = LabelledPoints::random(450, 3, 3, 0.5, 2, 3);
  const PointsInput fitted(training), scored(evaluated);
  const Measured measured = measure(scored.input({.measures = kDecisions, .draws = 100}, &fitted));
  const Predictions by_hand(training, evaluated, 3, Classifier::kLogistic);
  double parity = 0, odds = 0, average = 0, auc = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<bool> is_class;
    for (const int label : by_hand.label) is_class.push_back(label == k);
    auc += roc_auc(by_hand.scores.col(k), is_class) / 3;
    for (const auto& [g, h] : {std::pair("g0", "g1"), {"g0", "g2"}, {"g1", "g2"}}) {
      const double tpr = std::abs(by_hand.true_positive(g, k) - by_hand.true_positive(h, k));
      const double fpr = std::abs(by_hand.false_positive(g, k) - by_hand.false_positive(h, k));
      parity = std::max(parity, std::abs(by_hand.selection(g, k) - by_hand.selection(h, k)));
      odds = std::max({odds, tpr, fpr});
      average = std::max(average, (tpr + fpr) / 2);
    }
  }
  EXPECT_NEAR(value_of(measured, "auc").value, auc, 1e-13);
  EXPECT_NEAR(value_of(measured, "demographic_parity_difference").value, parity, 1e-13);
  EXPECT_NEAR(value_of(measured, "equalized_odds_difference").value, odds, 1e-13);
  EXPECT_NEAR(value_of(measured, "average_absolute_odds_difference").value, average, 1e-13);
  EXPECT_TRUE(std::isnan(value_of(measured, "average_odds_difference").value));
  EXPECT_TRUE(std::isnan(
      value_of(measured, "demographic_parity_difference", Statistic::kSignedDifference).value));
  EXPECT_FALSE(std::isnan(value_of(measured, "equalized_odds_difference").high));
}

TEST(DecisionsTest, TurnAroundWithThePositiveClass) {
  const PointsInput training(LabelledPoints::random(300, 3, 2, 0.8, 1));
  const PointsInput evaluated(LabelledPoints::random(240, 3, 2, 0.8, 2));
  MeasureSettings settings{.measures = kDecisions, .draws = 20};
  const Measured last = measure(evaluated.input(settings, &training));
  settings.positive = "0";
  const Measured first = measure(evaluated.input(settings, &training));
  EXPECT_EQ(value_of(first, "accuracy").value, value_of(last, "accuracy").value);
  EXPECT_NEAR(value_of(first, "auc").value, value_of(last, "auc").value, 1e-14);
  EXPECT_NEAR(value_of(first, "demographic_parity_difference", Statistic::kSignedDifference).value,
              -value_of(last, "demographic_parity_difference", Statistic::kSignedDifference).value,
              1e-14);
  settings.positive = "2";
  const Message unknown = rejection_of([&] { measure(evaluated.input(settings, &training)); });
  EXPECT_EQ(unknown.code(), "positive-unknown");
  EXPECT_EQ(unknown.option(), "positive");
}

TEST(DecisionsTest, OrderLevelsAsNumbersWhereAllAre) {
  LabelledPoints data = LabelledPoints::random(200, 2, 2, 0.8, 1);
  for (std::string& label : data.label) label = label == "1" ? "10" : "9";
  const PointsInput numbers(data);
  for (std::string& label : data.label) label = label == "10" ? "1" : "0";
  const PointsInput digits(data);
  const MeasureSettings settings{.measures = {"demographic_parity_difference"}, .draws = 20};
  EXPECT_EQ(value_of(measure(numbers.input(settings, &numbers)), "demographic_parity_difference",
                     Statistic::kSignedDifference)
                .value,
            value_of(measure(digits.input(settings, &digits)), "demographic_parity_difference",
                     Statistic::kSignedDifference)
                .value);
}

TEST(DecisionsTest, LeaveOutALabelOfOneClass) {
  LabelledPoints data = LabelledPoints::random(100, 2, 2, 0.8, 1);
  data.label.assign(100, "yes");
  const PointsInput input(data);
  const Measured measured = measure(input.input({.measures = kDecisions}));
  EXPECT_TRUE(measured.values.empty());
  EXPECT_TRUE(has_note(measured, "label-of-one-class"));
  // A class that only evaluated rows have cannot be learnt either.
  const PointsInput evaluated(LabelledPoints::random(100, 2, 2, 0.8, 1));
  EXPECT_TRUE(
      has_note(measure(evaluated.input({.measures = kDecisions}, &input)), "label-of-one-class"));
}

TEST(DecisionsTest, HaveNoRateWhereAGroupHasNoRowsOfAClass) {
  LabelledPoints data = LabelledPoints::random(300, 2, 3, 0.8, 1);
  for (std::size_t i = 0; i < 300; ++i) {
    if (data.group[i] == "g2") data.label[i] = "0";
  }
  const PointsInput input(data);
  const Measured measured = measure(input.input({.measures = kDecisions, .draws = 100}, &input));
  EXPECT_TRUE(has_note(measured, "group-without-class"));
  const Predictions by_hand(data, data, 2, Classifier::kLogistic);
  EXPECT_NEAR(value_of(measured, "equal_opportunity_difference").value,
              std::abs(by_hand.true_positive("g1", 1) - by_hand.true_positive("g0", 1)), 1e-13);
  EXPECT_FALSE(std::isnan(value_of(measured, "equal_opportunity_difference").high));
  EXPECT_TRUE(std::isnan(value_of(measured, "auc", Statistic::kValue, "g2").value));
  EXPECT_FALSE(std::isnan(value_of(measured, "accuracy", Statistic::kValue, "g2").value));
}

TEST(DecisionsTest, HaveNoIntervalWhereARateIsOftenUndefined) {
  LabelledPoints data = LabelledPoints::random(200, 2, 2, 0.8, 1);
  bool is_first = true;
  for (std::size_t i = 0; i < 200; ++i) {
    if (data.group[i] != "g1" || data.label[i] != "1") continue;
    if (!is_first) data.label[i] = "0";
    is_first = false;
  }
  const PointsInput input(data);
  const Measured measured = measure(input.input({.measures = kDecisions, .draws = 200}, &input));
  // The only row is in no draw in 37 % of them.
  EXPECT_FALSE(std::isnan(value_of(measured, "equal_opportunity_difference").value));
  EXPECT_TRUE(std::isnan(value_of(measured, "equal_opportunity_difference").high));
  EXPECT_TRUE(std::isnan(value_of(measured, "average_absolute_odds_difference").high));
  EXPECT_FALSE(std::isnan(value_of(measured, "demographic_parity_difference").high));
}

TEST(DecisionsTest, LeaveOutRowsWithoutALabel) {
  LabelledPoints data = LabelledPoints::random(200, 2, 2, 0.8, 1);
  LabelledPoints labelled = data;
  for (Index i = 0; i < 200; i += 4) data.label[static_cast<std::size_t>(i)].clear();
  std::vector<Index> kept;
  labelled.group.clear();
  labelled.label.clear();
  for (Index i = 0; i < 200; ++i) {
    if (i % 4 == 0) continue;
    kept.push_back(i);
    labelled.group.push_back(data.group[static_cast<std::size_t>(i)]);
    labelled.label.push_back(data.label[static_cast<std::size_t>(i)]);
  }
  labelled.points = data.points(kept, Eigen::all);
  const PointsInput training(LabelledPoints::random(200, 2, 2, 0.8, 5)), some(data), all(labelled);
  const MeasureSettings settings{.measures = {"accuracy", "auc"}, .draws = 20};
  const Measured with = measure(some.input(settings, &training));
  const Measured without = measure(all.input(settings, &training));
  EXPECT_TRUE(has_note(with, "rows-without-label"));
  EXPECT_NEAR(value_of(with, "accuracy").value, value_of(without, "accuracy").value, 1e-14);
  EXPECT_NEAR(value_of(with, "auc").value, value_of(without, "auc").value, 1e-14);
}

TEST(DecisionsTest, AreTheSameForAnyNumberOfThreads) {
  LabelledPoints data = LabelledPoints::random(200, 3, 3, 0.6, 10, 3);
  data.weigh(4);
  const PointsInput input(data);
  for (const Classifier kind : {Classifier::kLogistic, Classifier::kRbfSvm}) {
    MeasureSettings settings{.measures = kDecisions, .classifier = kind, .draws = 60};
    const Measured one = measure(input.input(settings));
    EXPECT_TRUE(has_note(one, "classifiers-cross-fitted"));
    settings.threads = 3;
    expect_same_numbers(one, measure(input.input(settings)));
  }
}

}  // namespace
}  // namespace fairpca
