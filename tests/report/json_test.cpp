// SPDX-License-Identifier: BSD-3-Clause
#include "report/json.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/sample_results.h"

namespace fairpca {
namespace json_test {

using ::testing::ElementsAre;
using Json = nlohmann::ordered_json;

const RunCosts kCosts = {.read_seconds = 1.5,
                         .solve_seconds = 0.25,
                         .evaluate_seconds = 0.125,
                         .write_seconds = 0.5,
                         .peak_memory_bytes = 123456789};

constexpr const char* kSampleWarning = "group '--drop X' is small: <min_group_size|5>";

Json json_of(const Fit& fit) {
  return Json::parse(fit_json(fit, kCosts, sample_spelling));
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) names.push_back(item.key());
  return names;
}

TEST(FitJsonTest, HasTheDocumentedFieldsInTheirOrder) {
  const Json json = json_of(sample_fit());
  EXPECT_THAT(keys(json),
              ElementsAre("method", "requested_dimensions", "dimensions", "groups",
                          "reconstruction_error", "explained_variance_ratio", "objective", "bound",
                          "optimality_gap", "certified", "dual_weights", "status", "converged",
                          "eigensolves", "iterations", "seconds", "peak_memory_bytes", "warnings"));
  EXPECT_EQ(json["method"], "pca");
  EXPECT_EQ(json["requested_dimensions"], 1);
  EXPECT_EQ(json["dimensions"], 1);
  EXPECT_EQ(json["reconstruction_error"], 1.0);
  EXPECT_EQ(json["explained_variance_ratio"], 0.75);
  EXPECT_EQ(json["objective"], 1.0);
  EXPECT_EQ(json["bound"], 0.5);
  EXPECT_EQ(json["optimality_gap"], 0.5);
  EXPECT_EQ(json["certified"], true);
  EXPECT_EQ(json["dual_weights"], Json({0.25, 0.75}));
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["converged"], true);
  EXPECT_EQ(json["eigensolves"], 3);
  EXPECT_EQ(json["iterations"], 7);
  EXPECT_EQ(json["seconds"],
            Json({{"read", 1.5}, {"solve", 0.25}, {"evaluate", 0.125}, {"write", 0.5}}));
  EXPECT_EQ(json["peak_memory_bytes"], 123456789);
  EXPECT_EQ(json["warnings"], Json::array({kSampleWarning}));
}

TEST(FitJsonTest, NumbersOfTheMethodComeInTheOrderOfTheirNamesWholeOnesLast) {
  Fit fit = sample_fit();
  EXPECT_THAT(method_numbers(fit.report), testing::IsEmpty());
  fit.report.numbers = {{"zeta", 0.5}, {"rank", Index{4}}, {"absent", std::nan("")}};
  fit.report.log_likelihood = -1.5;
  fit.report.means = {.delta = 0.1, .mean_difference = 0.05, .mean_difference_before = 2};
  fit.report.mmd = MmdSummary();
  fit.report.mmd->mmd2 = 0.25;
  fit.report.mmd->feasible = true;
  fit.report.mmd->rounds = 3;
  const Json json = json_of(fit);
  std::vector<std::string> names = keys(json);
  const auto first = std::find(names.begin(), names.end(), "iterations") + 1;
  const auto last = std::find(names.begin(), names.end(), "seconds");
  EXPECT_THAT(std::vector<std::string>(first, last),
              ElementsAre("absent", "bandwidth", "delta", "feasible", "log_likelihood",
                          "mean_difference", "mean_difference_before", "mmd2", "mmd2_pca",
                          "penalty", "tau", "zeta", "evaluations", "rank", "rounds"));
  EXPECT_TRUE(json["absent"].is_null());
  EXPECT_EQ(json["feasible"], true);
  EXPECT_EQ(json["mmd2"], 0.25);
  EXPECT_EQ(json["rank"], 4);
  EXPECT_TRUE(json["rank"].is_number_integer());
  EXPECT_EQ(json["mean_difference"], 0.05);
  fit.report.mmd->p_value = 0.5;
  EXPECT_EQ(json_of(fit)["p_value"], 0.5);
}

TEST(FitJsonTest, ConstraintsHaveAPValueWhereTheFitHasOne) {
  Fit fit = sample_fit();
  fit.report.mmd = MmdSummary();
  fit.report.mmd_constraints = {
      {.name = "'a' against 'b'", .groups = {0, 1}, .mmd2 = 0.25, .tau = 0.5, .p_value = {}}};
  EXPECT_EQ(json_of(fit)["constraints"],
            Json::array({{{"name", "'a' against 'b'"}, {"mmd2", 0.25}, {"tau", 0.5}}}));
  fit.report.mmd->p_value = std::nan("");  // withheld
  EXPECT_TRUE(json_of(fit)["constraints"][0]["p_value"].is_null());
}

TEST(FitJsonTest, NotesStandApartFromWarnings) {
  Fit fit = sample_fit();
  fit.report.notes = {make_message<kSampleMessages, "sample-note">()};
  const Json json = json_of(fit);
  EXPECT_EQ(json["notes"], Json::array({"chosen by <choose_by|bic>"}));
  EXPECT_EQ(json["warnings"], Json::array({kSampleWarning}));
}

TEST(FitJsonTest, GroupsCarryNameLevelsRowsErrorLossAndTheMethodsOwn) {
  const Json group = json_of(sample_fit())["groups"][0];
  EXPECT_EQ(group["name"], "Female");
  EXPECT_EQ(group["levels"], Json({{"sex", "Female"}}));
  EXPECT_EQ(group["rows"], 100);
  EXPECT_EQ(group["reconstruction_error"], 0.5);
  EXPECT_EQ(group["loss"], 0.125);
  EXPECT_EQ(group["log_likelihood"], -2.5);
}

TEST(FitJsonTest, NumbersOfSmallGroupsAreNull) {
  const Json group = json_of(sample_fit())["groups"][1];
  EXPECT_EQ(group["rows"], 5);
  EXPECT_TRUE(group["reconstruction_error"].is_null());
  EXPECT_TRUE(group["loss"].is_null());
  EXPECT_TRUE(group["weight"].is_null());
  ASSERT_TRUE(group.contains("log_likelihood"));
  EXPECT_TRUE(group["log_likelihood"].is_null());
}

TEST(FitJsonTest, WhatIsWithheldIsNullAndRowsLeftOutAreTold) {
  Fit fit = sample_fit();
  fit.report.withheld = "group 'X' has 5 rows";
  fit.report.overall_rows = 100;
  const Json json = json_of(fit);
  EXPECT_TRUE(json["dual_weights"].is_null());
  EXPECT_EQ(json["overall_rows"], 100);
  EXPECT_FALSE(json_of(sample_fit()).contains("overall_rows"));
}

TEST(FitJsonTest, NumbersThatAreNotFiniteAreNull) {
  Fit fit = sample_fit();
  fit.report.bound = -std::numeric_limits<double>::infinity();
  fit.report.explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  const Json json = json_of(fit);
  EXPECT_TRUE(json["bound"].is_null());
  EXPECT_TRUE(json["optimality_gap"].is_null());
  EXPECT_TRUE(json["explained_variance_ratio"].is_null());
}

TEST(FitJsonTest, NumbersComeBackExactly) {
  Fit fit = sample_fit();
  fit.report.reconstruction_error = 0.1 + 0.2;
  fit.report.objective = 5e-324;
  const Json json = json_of(fit);
  EXPECT_EQ(json["reconstruction_error"].get<double>(), 0.1 + 0.2);
  EXPECT_EQ(json["objective"].get<double>(), 5e-324);
}

TEST(FitJsonTest, NamesThatAreNotUtf8DoNotBreakTheText) {
  Fit fit = sample_fit();
  fit.model.groups[0].name = "caf\xe9 \"\n";
  EXPECT_EQ(json_of(fit)["groups"][0]["name"], "caf\xef\xbf\xbd \"\n");
}

TEST(EvaluationJsonTest, ShowsTheNumbersAndLeavesOutThoseOfSmallGroups) {
  const std::string text =
      evaluation_json(sample_fit().model, sample_evaluation(), kCosts, sample_spelling);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["method"], "pca");
  EXPECT_EQ(json["rows"], 52);
  EXPECT_EQ(json["reconstruction_error"], 1.5);
  EXPECT_EQ(json["explained_variance_ratio"], 0.625);
  EXPECT_EQ(json["gap"], 0.25);
  EXPECT_EQ(json["groups"][0]["loss"], 0.5);
  EXPECT_EQ(json["groups"][0]["loss_overall"], -0.125);
  EXPECT_TRUE(json["groups"][1]["loss"].is_null());
  EXPECT_TRUE(json["groups"][1]["log_likelihood"].is_null());
  EXPECT_EQ(json["warnings"], Json::array({kSampleWarning}));
}

TEST(PathJsonTest, ShowsFrontsMarksAndWarningsAndNullForWhatIsWithheld) {
  FairnessPath path;
  path.dimensions = 2;
  path.groups = {"a", "b"};
  PathPoint point;
  point.weights = {std::nan(""), std::nan("")};
  point.error = 1.5;
  path.errors_front = {point};
  path.warnings = {sample_warning()};
  const Json json = Json::parse(path_json(path, kCosts, sample_spelling));
  EXPECT_EQ(json["dimensions"], 2);
  EXPECT_EQ(json["groups"], Json({"a", "b"}));
  EXPECT_TRUE(json["errors_front"][0]["weights"].is_null());
  EXPECT_EQ(json["errors_front"][0]["error"], 1.5);
  EXPECT_TRUE(json["equal_error"].is_null());
  EXPECT_EQ(json["seconds"]["solve"], 0.25);
  EXPECT_EQ(json["warnings"], Json::array({kSampleWarning}));
}

TEST(ModelJsonTest, ShowsWhatTheModelIsMadeOf) {
  const Json json = Json::parse(model_json(sample_fit().model));
  EXPECT_EQ(json["method"], "pca");
  EXPECT_EQ(json["columns"][1]["levels"], Json({"Gov", "Private"}));
  EXPECT_EQ(json["encoded_columns"], Json({"age", "work=Gov", "work=Private"}));
  EXPECT_EQ(json["components"], Json::array({Json({0.8, -0.6, 0.0})}));
  EXPECT_EQ(json["component_variance"], Json::array({3.0}));
  EXPECT_TRUE(json["noise_variance"].is_null());
  EXPECT_TRUE(json["label_column"].is_null());
  EXPECT_EQ(json["provenance"]["options"]["standardize"], "true");
}

}  // namespace json_test
}  // namespace fairpca
