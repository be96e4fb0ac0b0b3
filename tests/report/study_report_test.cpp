// SPDX-License-Identifier: BSD-3-Clause
#include "report/study/study_report.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/study/study_figures.h"
#include "report/study/study_sections.h"

namespace fairpca {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A number with an interval and 400 draws around it, the same noise for every method.
void add_number(TaskResult& result, const std::string& measure, const std::string& group,
                double value, double spread, unsigned noise) {
  result.test.push_back({.measure = measure,
                         .group = group,
                         .value = value,
                         .low = value - 2 * spread,
                         .high = value + 2 * spread});
  std::mt19937 engine(noise);
  std::normal_distribution<double> normal(value, spread);
  Vector draws(400);
  for (double& draw : draws) draw = normal(engine);
  result.draws[{measure, Statistic::kValue, group}] = draws;
}

struct SampleErrors {
  double of_a, of_b, spread;
};

TaskResult sample_result(const SampleErrors& errors) {
  TaskResult result;
  result.dimensions = "2";
  result.status = "optimal";
  result.certified = true;
  add_number(result, "reconstruction_error", "", (errors.of_a + errors.of_b) / 2, errors.spread, 1);
  add_number(result, "reconstruction_error", "a", errors.of_a, errors.spread, 2);
  add_number(result, "reconstruction_error", "b", errors.of_b, errors.spread, 3);
  return result;
}

/// Two groups, PCA and fair PCA to two dimensions; no models.
StudyReport sample_report(const SampleErrors& pca, const SampleErrors& fair) {
  StudyReport report;
  StudyResult& study = report.study;
  study.spec.dimensions = {Dimensions{Index{2}}};
  study.spec.methods = {"pca", "fair-pca"};
  study.plan.rows = study.plan.used_rows = 200;
  study.plan.columns = 4;
  study.plan.groups = {{.name = "a", .rows = 100}, {.name = "b", .rows = 100}};
  study.plan.training_rows = 140;
  study.plan.test_rows = 60;
  study.is_complete = true;
  study.origin = {.data_digest = "0123456789abcdef", .program_version = "1", .command = ""};
  study.tasks = {{.task = {0, 0, "pca"}, .result = sample_result(pca)},
                 {.task = {0, 0, "fair-pca"}, .result = sample_result(fair)}};
  report.findings = find_out(study);
  return report;
}

TEST(MainFindingsTest, SayWhoIsDescribedWorseAndWhatEqualityCosts) {
  const StudyReport report = sample_report({2, 3, 0.02}, {2.6, 2.61, 0.02});
  const std::vector<std::string> said = main_findings(report.view());
  ASSERT_EQ(said.size(), 2U);
  EXPECT_THAT(said[0], HasSubstr("With 2 dimensions, plain PCA describes b worse than a: the "
                                 "reconstruction error is 50 % higher ("));
  EXPECT_THAT(said[1], HasSubstr("Under fair-pca no such difference is seen (it is between "));
  EXPECT_THAT(said[1], HasSubstr("total error grows by 4.2 % ("));
}

TEST(MainFindingsTest, DoNotClaimADifferenceThatTheIntervalDoesNotShow) {
  const StudyReport report = sample_report({2, 2.1, 0.3}, {2, 2.1, 0.3});
  const std::vector<std::string> said = main_findings(report.view());
  ASSERT_EQ(said.size(), 1U);
  EXPECT_THAT(said[0], HasSubstr("no group is seen to be described worse by plain PCA"));
}

TEST(MainFindingsTest, NameTheMethodUnderWhichItIsWorse) {
  const StudyReport report = sample_report({2, 3, 0.02}, {2, 4, 0.02});
  EXPECT_THAT(main_findings(report.view()).at(1), HasSubstr("Under fair-pca it is 100 % higher ("));
}

TEST(MainFindingsTest, TellOfThePairThatIsSureNotOfTheOneThatDiffersMost) {
  StudyReport report = sample_report({2, 3, 0.02}, {2.6, 2.61, 0.02});
  report.study.plan.groups.push_back({.name = "noisy", .rows = 12});
  for (FinishedTask& task : report.study.tasks) {
    add_number(task.result, "reconstruction_error", "noisy", 3.5, 0.8, 5);
  }
  report.findings = find_out(report.study);
  EXPECT_THAT(main_findings(report.view()).at(0), HasSubstr("describes b worse than a"));
}

TEST(MainFindingsTest, AnErrorIsNeverMoreThanAllOfItLower) {
  const StudyReport report = sample_report({2, 2.2, 0.55}, {2, 2.2, 0.55});
  const Interval& interval =
      report.findings.dimensions[0].notions[0].methods[0].difference_interval;
  EXPECT_GT(interval.low, -1);
  EXPECT_GT(interval.high, -interval.low) << "a ratio can rise further than it can fall";
}

TEST(MainFindingsTest, AreSilentWithoutIntervals) {
  StudyReport report = sample_report({2, 3, 0.02}, {2.6, 2.61, 0.02});
  for (FinishedTask& task : report.study.tasks) task.result.draws.clear();
  report.findings = find_out(report.study);
  EXPECT_THAT(main_findings(report.view()), IsEmpty());
  EXPECT_THAT(report_html(report.view()), HasSubstr("These rows cannot say"));
}

StudyReport failed_report() {
  StudyReport report = sample_report({2, 3, 0.02}, {2, 3, 0.02});
  for (FinishedTask& task : report.study.tasks) {
    task.result = {};
    task.result.dimensions = "2";
    task.result.problem = "the rows are all alike";
  }
  report.findings = find_out(report.study);
  return report;
}

TEST(StudyReportTest, AStudyInWhichEverythingFailedIsTold) {
  const StudyReport report = failed_report();
  const std::string page = report_html(report.view());
  EXPECT_THAT(page, HasSubstr("fair-pca: the rows are all alike"));
  EXPECT_THAT(page, HasSubstr("No method could be fitted"));
  EXPECT_THAT(page, Not(HasSubstr("nan")));
  EXPECT_THAT(study_figures(report.view()), IsEmpty());
  const auto json = nlohmann::json::parse(report_json(report.view()));
  EXPECT_EQ(json["dimensions"][0]["methods"][0]["problem"], "the rows are all alike");
  EXPECT_TRUE(json["suggested"].is_null());
  EXPECT_THAT(model_card(report.view()), HasSubstr("No method is suggested"));
}

TEST(StudyReportTest, OfManyGroupsTheFigureShowsTheExtremesAndTheTableAll) {
  StudyReport report = sample_report({2, 3, 0.02}, {2, 3, 0.02});
  report.study.plan.groups.clear();
  TaskResult& pca = report.study.tasks[0].result;
  for (int g = 0; g < 60; ++g) {
    const std::string name = fmt::format("group {:02}", g);
    report.study.plan.groups.push_back({.name = name, .rows = 100});
    add_number(pca, "reconstruction_error", name, 1 + g, 0.1, 4);
  }
  report.findings = find_out(report.study);
  const std::optional<Figure> figure = who_pays_figure(report.view(), "reconstruction_error");
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->panels[0].y.categories,
              ElementsAre("group 00", "group 53", "group 54", "group 55", "group 56", "group 57",
                          "group 58", "group 59"));
  EXPECT_THAT(figure->caption, HasSubstr("The 7 of 60 groups with the largest numbers"));
  EXPECT_THAT(report_html(report.view()), HasSubstr("group 31"));
}

TEST(StudyReportTest, TheCardEscapesWhatWouldBeMarkup) {
  StudyReport report = sample_report({2, 3, 0.02}, {2, 3, 0.02});
  report.study.plan.groups[0].name = "<b>|*a*";
  const std::string card = model_card(report.view());
  EXPECT_THAT(card, HasSubstr("\\<b\\>\\|\\*a\\*"));
}

}  // namespace
}  // namespace fairpca
