// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/split_rows.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/frmppca/embedding_classifier.h"
#include "experiments/frmppca/likelihood_run.h"
#include "fairpca/rows/matrix_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

/// 5000 rows (two blocks) of two groups, a third of them in `a`; the label is the sign of x1.
struct Labelled {
  static constexpr Index kRows = 5000;
  RowMatrix rows = RowMatrix(kRows, 3);
  Table table;

  Labelled() {
    std::mt19937_64 engine(3);
    std::normal_distribution<double> normal;
    for (double& entry : rows.reshaped()) entry = normal(engine);
    rows.col(0) *= 3;
    for (Index j = 0; j < 3; ++j) table.schema.features.push_back({"x" + std::to_string(j + 1)});
    table.schema.protected_columns = {"group"};
    table.schema.label = "paid";
    table.numeric = rows;
    table.rows = kRows;
    LevelColumn group{{"b", "a"}, {}};
    table.label.levels = {"no", "yes"};
    for (Index i = 0; i < kRows; ++i) {
      group.codes.push_back(i % 3 == 0 ? 1 : 0);
      table.label.codes.push_back(rows(i, 0) > 0 ? 1 : 0);
    }
    table.protected_levels = {group};
  }
};

TEST(SplitRowsTest, TakesTheShareOfEachGroupRoundedDown) {
  const Labelled data;
  MatrixRows rows(data.table);
  const SplitRows split = split_rows(rows, {.seed = 4, .positive = "yes"}, {.threads = 2});
  EXPECT_THAT(split.levels, ::testing::ElementsAre("a", "b"));
  std::vector<int> training(2), all(2);
  for (std::size_t i = 0; i < split.group.size(); ++i) {
    EXPECT_EQ(split.group[i], i % 3 == 0 ? 0U : 1U);
    EXPECT_EQ(split.positive[i], data.rows(static_cast<Index>(i), 0) > 0);
    ++all[split.group[i]];
    training[split.group[i]] += split.training[i] ? 1 : 0;
  }
  EXPECT_EQ(all[0], 1667);
  EXPECT_EQ(training[0], 1166);  // 1166.9
  EXPECT_EQ(training[1], 2333);  // 2333.1
  EXPECT_EQ(split.training, split_rows(rows, {.seed = 4, .positive = "yes"}, {}).training);
  EXPECT_NE(split.training, split_rows(rows, {.seed = 5, .positive = "yes"}, {}).training);
}

TEST(SplitRowsTest, RejectsARowWithoutALevel) {
  Labelled data;
  data.table.protected_levels.front().codes[7] = LevelColumn::kMissing;
  MatrixRows rows(data.table);
  EXPECT_EQ(rejection_of([&] { split_rows(rows, {.positive = "yes"}, {}); }).place().row, 8);
}

TEST(SplitRowsTest, AFitSeesTheTrainingRowsAlone) {
  const Labelled data;
  MatrixRows rows(data.table);
  const SplitRows split = split_rows(rows, {.positive = "yes"}, {});
  AdaptedRows training = training_rows(rows, split);
  const FitSettings settings{.method = "ppca", .dimensions = {.wanted = Index{1}}};
  rows.rewind();
  const Fit fit = fit_rows(training, settings).fit;
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < split.training.size(); ++i) {
    if (split.training[i]) chosen.push_back(static_cast<Index>(i));
  }
  const RowMatrix only = data.rows(chosen, Eigen::all);
  MatrixRows alone(only);
  const Fit wanted = fit_rows(alone, settings).fit;
  EXPECT_EQ(fit.model.rows, wanted.model.rows);
  EXPECT_LT((fit.model.mean - wanted.model.mean).norm(), 1e-14);
  EXPECT_NEAR(fit.report.reconstruction_error, wanted.report.reconstruction_error, 1e-12);
}

TEST(AucStandardErrorTest, IsThatOfTheMeanOverPairs) {
  // Positive 3, 1, 2 and others 2, 0, 1: shares of others below 1, 1/2, 5/6; of positives above
  // 1/2, 1, 5/6.
  const Vector scores = (Vector(6) << 3, 1, 2, 2, 0, 1).finished();
  const std::vector<bool> positive = {true, true, true, false, false, false};
  const double mean = 7.0 / 9;
  const auto variance = [mean](double a, double b, double c) {
    return ((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean)) / 2 / 3;
  };
  EXPECT_NEAR(auc_standard_error(scores, positive),
              std::sqrt(variance(1, 0.5, 5.0 / 6) + variance(0.5, 1, 5.0 / 6)), 1e-15);
  EXPECT_TRUE(std::isnan(auc_standard_error(scores, {true, false, false, false, false, false})));
}

TEST(LikelihoodRunTest, FindsALabelThatIsTheFirstDirectionInEveryGroupAndAtEveryStep) {
  const Labelled data;
  MatrixRows rows(data.table);
  const SplitRows split = split_rows(rows, {.positive = "yes"}, {});
  AdaptedRows training = training_rows(rows, split);
  LikelihoodRun run(training,
                    {.components = 1, .dimensions = 1, .max_steps = 1, .standardize = false},
                    [](const std::string&) { return PassOptions{}; });
  run.add_pca();
  run.add_gaussian_mixture();
  run.add_mixture();
  run.add_fair_mixture(true);
  run.measure_classifier(rows, split);
  const MethodValues& values = run.values();
  ASSERT_EQ(values.methods.size(), 4U);
  ASSERT_EQ(values.steps.size(), 2U);
  // One component is PPCA in closed form, whatever found it.
  EXPECT_NEAR(values.of("PCA")[LikelihoodMeasure::kLogLikelihood].overall,
              values.of("MPPCA")[LikelihoodMeasure::kLogLikelihood].overall, 1e-3);
  for (const MethodValues::Entry& entry : values.methods) {
    EXPECT_GT(entry.values[LikelihoodMeasure::kAuc].worst(), 0.99) << entry.method;
  }
  // One Gaussian with a PCA in it is PCA, whatever the noise.
  for (const std::size_t g : {0U, 1U}) {
    EXPECT_NEAR(values.of("Gaussian mixture")[LikelihoodMeasure::kError].groups[g],
                values.of("PCA")[LikelihoodMeasure::kError].groups[g], 1e-3);
  }
  EXPECT_GT(values.of("Gaussian mixture")[LikelihoodMeasure::kLogLikelihood].overall,
            values.of("PCA")[LikelihoodMeasure::kLogLikelihood].overall - 1e-6);
  EXPECT_GT(values.entry("PCA").decisions.at("accuracy/value"), 0.95);
  EXPECT_TRUE(
      values.entry("PCA").decisions.contains("demographic_parity_difference/signed_difference"));
  for (const ModelValues& step : values.steps) {
    ASSERT_EQ(step[LikelihoodMeasure::kAuc].groups.size(), 2U);
    EXPECT_GT(step[LikelihoodMeasure::kAuc].worst(), 0.99);
  }
}

}  // namespace
}  // namespace fairpca
