// SPDX-License-Identifier: BSD-3-Clause
#include "study/tuning.h"

#include <cmath>

#include <gtest/gtest.h>

#include "study/some_study.h"

namespace fairpca {
namespace {

StudyArm arm_of(const std::string& method) {
  return {.name = method, .method = method, .grid = find_method(method).grid};
}

/// A study to tune on, and its folds.
struct TuningCase {
  StudyTable table = StudyTable::random(500, 8);
  StudySpec spec;
  StudyData data;
  std::vector<RowsOfSplit> folds;

  explicit TuningCase(StudySettings settings)
      : spec(quick_spec("2",
                        [&] {
                          settings.tune = true;
                          return settings;
                        }())),
        data(read_study(table.open(), {.plan = plan_splits({}, 0, 3)})) {
    const CodeSet training = training_codes(data.plan(), data.plan().splits.front());
    for (Index fold = 0; fold < 3; ++fold) {
      folds.emplace_back(data, spec.fit, inner_fold(data.plan(), training, fold, false),
                         inner_fold(data.plan(), training, fold, true), PassOptions());
    }
  }

  FitSettings settings_of(const std::string& method) const {
    FitSettings settings = spec.fit;
    settings.method = method;
    settings.dimensions.wanted = Index{2};
    return settings;
  }
};

TEST(TuningTest, TheCriterionIsTheMeanOverFoldsOfFitsMadeOneByOne) {
  const TuningCase one({});
  const FitSettings settings = one.settings_of("robust-fair-pca");
  const Tuning tuning = tune(one.spec, arm_of(settings.method), settings, one.folds, std::nullopt);
  ASSERT_EQ(tuning.tried.size(), 18U);
  EXPECT_EQ(tuning.criterion, "gap+reconstruction_error");
  for (const std::size_t i : {0U, 7U, 17U}) {
    FitSettings alone = settings;
    alone.options = tuning.tried[i].options;
    double sum = 0;
    for (const RowsOfSplit& fold : one.folds) {
      const Model model = fold.fit(alone).model;
      const RowMatrix rows = fold.prepared_test_rows(model, {});
      const Matrix& v = model.projection.components;
      const Vector errors = (rows - rows * v * v.transpose()).rowwise().squaredNorm();
      double of_a = 0, of_b = 0, a = 0, b = 0;
      for (Index row = 0; row < errors.size(); ++row) {
        const auto cell = fold.test_keys().cell[static_cast<std::size_t>(row)];
        const bool is_a = fold.test_keys().cells[static_cast<std::size_t>(cell)].levels[0] == "a";
        (is_a ? of_a : of_b) += errors(row);
        (is_a ? a : b) += 1;
      }
      sum += errors.mean() + std::abs(of_a / a - of_b / b);
    }
    // Objectives agree to 1e-9 of them, so frames and errors to about the root of that.
    EXPECT_NEAR(tuning.tried[i].criterion, sum / 3, 3e-5 * sum) << i;
  }
  for (const TriedSetting& tried : tuning.tried) {
    EXPECT_GE(tried.criterion, tuning.tried[tuning.chosen].criterion);
  }
}

TEST(TuningTest, RepresentationKeepsTheShareOfVarianceThatWasAskedFor) {
  StudySettings settings;
  settings.tune_by = "";
  settings.keep_variance = 0.5;
  const TuningCase one(settings);
  FitSettings fit = one.settings_of("mean-matching-pca");
  const Tuning tuning = tune(one.spec, arm_of(fit.method), fit, one.folds, 1.0);
  const TriedSetting& chosen = tuning.tried[tuning.chosen];
  EXPECT_EQ(tuning.criterion, "mmd2_u");
  bool is_any_above = false;
  for (const TriedSetting& tried : tuning.tried) {
    is_any_above = is_any_above || tried.kept_variance >= 0.5;
    if (tried.kept_variance >= 0.5) {
      EXPECT_GE(tried.criterion, chosen.criterion);
    }
  }
  EXPECT_EQ(is_any_above, chosen.kept_variance >= 0.5);
}

TEST(TuningTest, AnotherCriterionMayChooseAnotherSetting) {
  StudySettings settings;
  settings.tune_by = "reconstruction_error";
  const TuningCase one(settings);
  const Tuning tuning = tune(one.spec, arm_of("robust-fair-pca"),
                             one.settings_of("robust-fair-pca"), one.folds, std::nullopt);
  EXPECT_EQ(tuning.criterion, "reconstruction_error");
  for (const TriedSetting& tried : tuning.tried) {
    EXPECT_GE(tried.criterion, tuning.tried[tuning.chosen].criterion);
  }
}

TEST(TuningTest, CriteriaThatAreNoMeasuresAreRejected) {
  EXPECT_NO_THROW(check_criterion(""));
  EXPECT_NO_THROW(check_criterion("gap+loss"));
  EXPECT_THROW(check_criterion("gap+"), InvalidArgument);
  EXPECT_THROW(check_criterion("gab"), InvalidArgument);
}

}  // namespace
}  // namespace fairpca
