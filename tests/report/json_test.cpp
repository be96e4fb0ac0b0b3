// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/report/json.h"

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

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) names.push_back(item.key());
  return names;
}

TEST(FitJsonTest, HasTheFieldsOfTheContractInItsOrder) {
  const Json json = Json::parse(fit_json(sample_fit(), kCosts));
  EXPECT_THAT(keys(json),
              ElementsAre("method", "requested_dimensions", "dimensions", "groups",
                          "reconstruction_error", "explained_variance_ratio", "objective", "bound",
                          "gap", "certified", "dual_weights", "status", "converged", "eigensolves",
                          "iterations", "seconds", "peak_memory_bytes", "warnings"));
  EXPECT_EQ(json["method"], "pca");
  EXPECT_EQ(json["requested_dimensions"], 1);
  EXPECT_EQ(json["dimensions"], 1);
  EXPECT_EQ(json["reconstruction_error"], 1.0);
  EXPECT_EQ(json["explained_variance_ratio"], 0.75);
  EXPECT_EQ(json["objective"], 1.0);
  EXPECT_EQ(json["bound"], 0.5);
  EXPECT_EQ(json["gap"], 0.5);
  EXPECT_EQ(json["certified"], true);
  EXPECT_EQ(json["dual_weights"], Json({0.25, 0.75}));
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["converged"], true);
  EXPECT_EQ(json["eigensolves"], 3);
  EXPECT_EQ(json["iterations"], 7);
  EXPECT_EQ(json["seconds"],
            Json({{"read", 1.5}, {"solve", 0.25}, {"evaluate", 0.125}, {"write", 0.5}}));
  EXPECT_EQ(json["peak_memory_bytes"], 123456789);
  EXPECT_EQ(json["warnings"], Json::array({"group 'X' has 5 rows"}));
}

TEST(FitJsonTest, NotesStandApartFromWarnings) {
  Fit fit = sample_fit();
  fit.report.notes = {"chosen by BIC"};
  const Json json = Json::parse(fit_json(fit, kCosts));
  EXPECT_EQ(json["notes"], Json::array({"chosen by BIC"}));
  EXPECT_EQ(json["warnings"], Json::array({"group 'X' has 5 rows"}));
}

TEST(FitJsonTest, GroupsCarryNameLevelsRowsErrorLossAndTheMethodsOwn) {
  const Json group = Json::parse(fit_json(sample_fit(), kCosts))["groups"][0];
  EXPECT_EQ(group["name"], "Female");
  EXPECT_EQ(group["levels"], Json({{"sex", "Female"}}));
  EXPECT_EQ(group["rows"], 100);
  EXPECT_EQ(group["reconstruction_error"], 0.5);
  EXPECT_EQ(group["loss"], 0.125);
  EXPECT_EQ(group["log_likelihood"], -2.5);
}

TEST(FitJsonTest, NumbersOfSmallGroupsAreNull) {
  const Json group = Json::parse(fit_json(sample_fit(), kCosts))["groups"][1];
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
  const Json json = Json::parse(fit_json(fit, kCosts));
  EXPECT_TRUE(json["dual_weights"].is_null());
  EXPECT_EQ(json["overall_rows"], 100);
  EXPECT_FALSE(Json::parse(fit_json(sample_fit(), kCosts)).contains("overall_rows"));
}

TEST(FitJsonTest, NumbersThatAreNotFiniteAreNull) {
  Fit fit = sample_fit();
  fit.report.bound = -std::numeric_limits<double>::infinity();
  fit.report.explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  const Json json = Json::parse(fit_json(fit, kCosts));
  EXPECT_TRUE(json["bound"].is_null());
  EXPECT_TRUE(json["gap"].is_null());
  EXPECT_TRUE(json["explained_variance_ratio"].is_null());
}

TEST(FitJsonTest, NumbersComeBackExactly) {
  Fit fit = sample_fit();
  fit.report.reconstruction_error = 0.1 + 0.2;
  fit.report.objective = 5e-324;
  const Json json = Json::parse(fit_json(fit, kCosts));
  EXPECT_EQ(json["reconstruction_error"].get<double>(), 0.1 + 0.2);
  EXPECT_EQ(json["objective"].get<double>(), 5e-324);
}

TEST(FitJsonTest, NamesThatAreNotUtf8DoNotBreakTheText) {
  Fit fit = sample_fit();
  fit.model.groups[0].name = "caf\xe9 \"\n";
  EXPECT_EQ(Json::parse(fit_json(fit, kCosts))["groups"][0]["name"], "caf\xef\xbf\xbd \"\n");
}

TEST(EvaluationJsonTest, ShowsTheNumbersAndLeavesOutThoseOfSmallGroups) {
  const std::string text = evaluation_json(sample_fit().model, sample_evaluation(), kCosts);
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
  EXPECT_EQ(json["warnings"], Json::array({"careful"}));
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
