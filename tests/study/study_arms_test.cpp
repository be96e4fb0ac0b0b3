// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_arm.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/temporary_folder.h"
#include "study/run_study.h"
#include "study/some_study.h"

namespace fairpca {
namespace {

const StudyExtent kFitsOnly = {.has_baseline = false,
                               .has_all_rows = false,
                               .has_products = false,
                               .has_intervals = false,
                               .has_test_rows = false,
                               .measures_training = true};

StudySpec spec_with(std::vector<StudyArm> arms, const SplitSettings& splits = {}) {
  StudySettings settings;
  settings.dimensions = "2";
  settings.measures = {"reconstruction_error", "gap"};
  settings.splits = splits;
  StudySpec spec = checked_spec({}, settings, std::move(arms));
  spec.extent = kFitsOnly;
  return spec;
}

const StudyTable& table_of_arms() {
  static const StudyTable table = StudyTable::random(400, 12);
  return table;
}

double number_of(const TaskResult& task, const std::string& measure, bool is_test) {
  for (const MeasuredValue& value : is_test ? task.test : task.train) {
    if (value.measure == measure && value.group.empty()) return value.value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

TEST(StudyArms, TheSameMethodStandsBesideItselfWithOtherSettings) {
  const TemporaryFolder folder;
  const StudySpec spec =
      spec_with({{.name = "weak", .method = "robust-fair-pca", .options = {{"lambda", 0.1}}},
                 {.name = "strong", .method = "robust-fair-pca", .options = {{"lambda", 20.0}}}});
  const StudyResult result = run_study(table_of_arms().open(), spec, {folder.path() / "study"});
  const TaskResult& weak = *result.find(0, "2", "weak");
  const TaskResult& strong = *result.find(0, "2", "strong");
  EXPECT_EQ(weak.setting, "lambda=0.1");
  EXPECT_LT(number_of(strong, "gap", false), number_of(weak, "gap", false));
  EXPECT_EQ(result.tasks.size(), 2U);
}

TEST(StudyArms, AnArmTakesTheSettingThatAnotherChose) {
  const TemporaryFolder folder;
  const std::vector<OptionValues> grid = {{{"lambda", 0.1}}, {{"lambda", 1.0}}, {{"lambda", 5.0}}};
  StudySpec spec =
      spec_with({{.name = "paper",
                  .method = "robust-fair-pca",
                  .options = {{"solver", std::string("subgradient")}, {"starts", std::int64_t{0}}},
                  .like = "exact"},
                 {.name = "exact", .method = "robust-fair-pca", .grid = grid}},
                {.test_fraction = 0.3, .repeats = 3});
  spec.study.tune_by = "gap+reconstruction_error";
  const StudyResult result = run_study(table_of_arms().open(), spec, {folder.path() / "study"});
  for (Index split = 0; split < 3; ++split) {
    const TaskResult& exact = *result.find(split, "2", "exact");
    const TaskResult& paper = *result.find(split, "2", "paper");
    ASSERT_EQ(exact.tuning.size(), 3U);
    EXPECT_EQ(paper.problem, "");
    EXPECT_THAT(paper.setting, testing::StartsWith(exact.setting));
    EXPECT_GE(paper.objective, exact.objective - 1e-9);
  }
}

TEST(StudyArms, AnArmWhoseChoiceIsNotThereHasAProblem) {
  const TemporaryFolder folder;
  const StudySpec spec = spec_with({{.name = "fixed", .method = "fair-pca"},
                                    {.name = "other", .method = "fair-pca", .like = "fixed"}});
  const StudyResult result = run_study(table_of_arms().open(), spec, {folder.path() / "study"});
  EXPECT_THAT(result.find(0, "2", "other")->problem, testing::HasSubstr("fixed chose none"));
}

TEST(StudyArms, AllRowsMayBeTrainedOnAndMeasured) {
  const TemporaryFolder folder;
  StudySpec spec = spec_with({{.name = "pca", .method = "pca"}});
  spec.study.splits.file = "whole";
  GivenSplits whole{.names = {"whole"}, .parts = std::vector<signed char>(400, 0), .rows = 400};
  const StudyResult result =
      run_study(table_of_arms().open(), spec, {folder.path() / "study"}, {}, &whole);
  const TaskResult& task = *result.find(0, "2", "pca");
  EXPECT_EQ(task.problem, "");
  EXPECT_TRUE(task.test.empty());
  EXPECT_NEAR(number_of(task, "reconstruction_error", false), task.objective,
              1e-9 * task.objective);
}

TEST(StudyArms, NumbersOfOnesOwnStandBesideTheRegistrys) {
  const TemporaryFolder folder;
  StudySpec spec = spec_with({{.name = "pca", .method = "pca"}}, {.test_fraction = 0.5});
  spec.extent.extras = {{"rows_measured", [](const MeasureInput& input) {
                           MeasuredValue value{.measure = "rows_measured"};
                           value.value = static_cast<double>(input.evaluated.keys->rows());
                           return std::vector<MeasuredValue>{value};
                         }}};
  const StudyResult result = run_study(table_of_arms().open(), spec, {folder.path() / "study"});
  const TaskResult& task = *result.find(0, "2", "pca");
  EXPECT_EQ(number_of(task, "rows_measured", true) + number_of(task, "rows_measured", false), 400);
}

TEST(StudyArms, OtherArmsAreAnotherStudy) {
  const TemporaryFolder folder;
  const auto with_lambda = [](double lambda) {
    return spec_with(
        {{.name = "robust", .method = "robust-fair-pca", .options = {{"lambda", lambda}}}});
  };
  run_study(table_of_arms().open(), with_lambda(0.1), {folder.path() / "study"});
  EXPECT_THROW(run_study(table_of_arms().open(), with_lambda(0.2), {folder.path() / "study", true}),
               InvalidArgument);
  EXPECT_NO_THROW(
      run_study(table_of_arms().open(), with_lambda(0.1), {folder.path() / "study", true}));
}

TEST(StudyArms, OptionsAreCheckedBeforeAnyRowIsRead) {
  EXPECT_THROW(spec_with({{.name = "x", .method = "fair-pca", .options = {{"lambda", 1.0}}}}),
               InvalidArgument);
}

}  // namespace
}  // namespace fairpca
