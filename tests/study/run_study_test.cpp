// SPDX-License-Identifier: BSD-3-Clause
#include "study/run_study.h"

#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>

#include "fairpca/model/model_file.h"
#include "files/temporary_folder.h"
#include "study/rows_of_split.h"
#include "study/some_study.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;

const StudyTable& study_table() {
  static const StudyTable table = StudyTable::random(600, 4);
  return table;
}

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().filename() == "timings.csv") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), folder).string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return files;
}

TEST(RunStudyTest, ThreadsChangeNoByte) {
  const TemporaryFolder folder;
  StudySpec spec = quick_spec("2,3", {.splits = {.folds = 3}, .tune = true});
  run_study(study_table().open(), spec, {folder.path() / "one"});
  spec.fit.pass.threads = 3;
  run_study(study_table().open(), spec, {folder.path() / "three"});
  EXPECT_EQ(files_in(folder.path() / "one"), files_in(folder.path() / "three"));
}

TEST(RunStudyTest, AStudyStoppedAnywhereGoesOnToTheSameBytes) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec("2", {.splits = {.folds = 3}});
  run_study(study_table().open(), spec, {folder.path() / "whole"});
  const auto whole = files_in(folder.path() / "whole");
  for (const std::size_t stop : {1U, 4U, 9U}) {
    SCOPED_TRACE(stop);
    const fs::path path = folder.path() / ("stopped" + std::to_string(stop));
    std::size_t done = 0;
    StudySpec stopped = spec;
    stopped.fit.pass.stop_wanted = [&] { return done >= stop; };
    EXPECT_THROW(run_study(study_table().open(), stopped, {path},
                           {.progressed = [&](const StudyProgress& now) { done = now.done; }}),
                 Stopped);
    const StudyResult result = run_study(study_table().open(), spec, {path, true});
    EXPECT_EQ(result.plan.finished, stop);
    EXPECT_EQ(files_in(path), whole);
  }
}

TEST(RunStudyTest, AFolderOfAnotherStudyIsRejected) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec();
  run_study(study_table().open(), spec, {folder.path() / "study"});
  EXPECT_THROW(run_study(study_table().open(), spec, {folder.path() / "study"}), InvalidArgument);
  EXPECT_THROW(run_study(study_table().open(), quick_spec("3"), {folder.path() / "study", true}),
               InvalidArgument);
  const StudyTable other = StudyTable::random(600, 5);
  EXPECT_THROW(run_study(other.open(), spec, {folder.path() / "study", true}), InvalidArgument);
  EXPECT_NO_THROW(run_study(study_table().open(), spec, {folder.path() / "study", true}));
}

TEST(RunStudyTest, ADryRunWritesNothing) {
  const TemporaryFolder folder;
  bool is_planned = false;
  const StudyResult result =
      run_study(study_table().open(), quick_spec(), {folder.path() / "study", false, true},
                {.planned = [&](const StudyPlan& plan) {
                  is_planned = plan.tasks.size() == 4;
                  return Flow::kContinue;
                }});
  EXPECT_TRUE(is_planned);
  EXPECT_FALSE(result.is_complete);
  EXPECT_FALSE(fs::exists(folder.path() / "study"));
}

TEST(RunStudyTest, ModelsOfCrossValidationHoldErrorsOfRowsTheyHaveNotSeen) {
  const TemporaryFolder folder;
  const StudyResult result = run_study(
      study_table().open(), quick_spec("2", {.splits = {.folds = 4}}), {folder.path() / "study"});
  const Model model = read_model(folder.path() / "study/models/fair-pca-d2.fpca");
  ASSERT_EQ(model.groups.size(), 2U);
  EXPECT_EQ(model.rows, 600);
  for (const GroupSummary& group : model.groups) {
    ASSERT_TRUE(group.held_out.has_value());
    EXPECT_EQ(group.held_out->rows, group.rows);
    double sum = 0, rows = 0;
    for (Index split = 0; split < 4; ++split) {
      for (const GroupError& error : result.find(split, "2", "fair-pca")->held_out) {
        if (error.group != group.name) continue;
        sum += static_cast<double>(error.rows) * error.mean;
        rows += static_cast<double>(error.rows);
      }
    }
    EXPECT_NEAR(group.held_out->mean, sum / rows, 1e-12);
    EXPECT_GT(group.held_out->mean, *group.reconstruction_error);
  }
}

TEST(RunStudyTest, MeanAndScaleComeFromTheTrainingRowsAlone) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec("2", {.splits = {.test_fraction = 0.5}});
  run_study(study_table().open(), spec, {folder.path() / "study"});
  const Model model = read_model(folder.path() / "study/models/pca-d2.fpca");
  const StudyData data =
      read_study(study_table().open(), {.plan = plan_splits({.test_fraction = 0.5}, 0, 1)});
  const std::vector<Index> rows =
      data.rows_with(training_codes(data.plan(), data.plan().splits.front()));
  Matrix chosen(static_cast<Index>(rows.size()), 5);
  for (Index i = 0; i < chosen.rows(); ++i) {
    chosen.row(i) = study_table().numbers.row(rows[static_cast<std::size_t>(i)]);
  }
  const Vector mean = chosen.colwise().mean();
  const Vector deviation =
      ((chosen.rowwise() - mean.transpose()).array().square().colwise().mean()).sqrt();
  EXPECT_LE((model.mean.head(5) - mean).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((model.scale.head(5) - deviation).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RunStudyTest, ErrorsOfTestRowsAreThoseOfTheWrittenModel) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec("2");
  const StudyResult result = run_study(study_table().open(), spec, {folder.path() / "study"});
  const Model model = read_model(folder.path() / "study/models/fair-pca-d2.fpca");
  const StudyData data = read_study(study_table().open(), {.plan = plan_splits({}, 0, 1)});
  const Split& split = data.plan().splits.front();
  const RowsOfSplit rows(data, spec.fit, training_codes(data.plan(), split),
                         test_codes(data.plan(), split), {});
  const RowMatrix prepared = rows.prepared_test_rows(model, {});
  const Matrix& v = model.projection.components;
  const double error = (prepared - prepared * v * v.transpose()).rowwise().squaredNorm().mean();
  for (const MeasuredValue& value : result.find(0, "2", "fair-pca")->test) {
    if (value.measure != "reconstruction_error" || !value.group.empty() ||
        value.statistic != Statistic::kValue) {
      continue;
    }
    EXPECT_NEAR(value.value, error, 1e-10);
    EXPECT_LT(value.low, error);
    EXPECT_GT(value.high, error);
  }
}

TEST(RunStudyTest, AMethodThatFailsIsALineAndTheOthersGoOn) {
  const TemporaryFolder folder;
  // As many dimensions as columns: the means of groups cannot be equal then.
  const StudyResult result =
      run_study(study_table().open(), quick_spec("8", {.methods = {"mean-matching-pca"}}),
                {folder.path() / "study"});
  EXPECT_TRUE(result.is_complete);
  EXPECT_TRUE(result.find(0, "8", "pca")->problem.empty());
  EXPECT_FALSE(result.find(0, "8", "mean-matching-pca")->problem.empty());
  EXPECT_TRUE(result.find(0, "8", "mean-matching-pca")->test.empty());
}

TEST(RunStudyTest, WhatTheRowsDoNotAllowIsRejectedBeforeTheFirstTask) {
  const TemporaryFolder folder;
  const auto rejects = [&](const StudySpec& spec) {
    EXPECT_THROW(run_study(study_table().open(), spec, {folder.path() / "study"}), InvalidArgument);
    EXPECT_FALSE(fs::exists(folder.path() / "study/study.json"));
  };
  rejects(quick_spec("9"));
  rejects(quick_spec("2", {.splits = {.folds = 500}}));
  StudySettings unknown;
  unknown.positive = "perhaps";
  rejects(quick_spec("2", unknown));
}

TEST(RunStudyTest, SettingsThatContradictEachOtherAreRejected) {
  EXPECT_THROW(quick_spec("2,x"), InvalidArgument);
  EXPECT_THROW(quick_spec("0"), InvalidArgument);
  EXPECT_THROW(quick_spec("2.5"), InvalidArgument);
  EXPECT_THROW(quick_spec("2", {.splits = {.folds = 3, .file = "splits.csv"}}), InvalidArgument);
  EXPECT_THROW(quick_spec("2", {.splits = {.folds = 1}}), InvalidArgument);
  EXPECT_THROW(quick_spec("2", {.methods = {"fairest-pca"}}), InvalidArgument);
  EXPECT_THROW(quick_spec("2", {.tune_by = "gap+beauty"}), InvalidArgument);
}

}  // namespace
}  // namespace fairpca
