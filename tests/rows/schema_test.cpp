// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/message_of.h"

namespace fairpca {
namespace schema_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kHeader = {"age", "sex", "race", "zip", "income", "weight"};

std::vector<std::string> feature_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const FeatureColumn& feature : schema.features) names.push_back(feature.name);
  return names;
}

std::string refusal(const ColumnRoles& roles, const std::vector<std::string>& header = kHeader) {
  return message_of<InvalidArgument>([&] { resolve_columns(header, roles); });
}

TEST(SchemaTest, FeaturesAreTheColumnsWithoutAnotherRole) {
  const Schema schema = resolve_columns(kHeader, {.protected_columns = {"sex"},
                                                  .label = "income",
                                                  .weight = "weight",
                                                  .dropped = {"race"},
                                                  .categorical = {"zip"},
                                                  .kept = {"race", "age"}});
  EXPECT_THAT(feature_names(schema), ElementsAre("age", "zip"));
  EXPECT_EQ(schema.features[0].kind, ColumnKind::kNumeric);
  EXPECT_EQ(schema.features[1].kind, ColumnKind::kCategorical);
  EXPECT_THAT(schema.protected_columns, ElementsAre("sex"));
  EXPECT_EQ(schema.label, "income");
  EXPECT_EQ(schema.weight, "weight");
  EXPECT_THAT(schema.kept, ElementsAre("race", "age"));
}

TEST(SchemaTest, KeepProtectedMakesProtectedColumnsFeaturesToo) {
  const Schema schema = resolve_columns(
      kHeader, {.protected_columns = {"race", "sex"}, .label = "income", .keep_protected = true});
  EXPECT_THAT(feature_names(schema), ElementsAre("age", "sex", "race", "zip", "weight"));
  EXPECT_THAT(schema.protected_columns, ElementsAre("race", "sex"));
}

TEST(SchemaTest, FeaturesOfAModelComeInItsOrderAndOtherColumnsAreIgnored) {
  const std::vector<FeatureColumn> features = {{"zip", ColumnKind::kCategorical},
                                               {"age", ColumnKind::kNumeric}};
  const Schema schema =
      resolve_columns(kHeader, {.protected_columns = {"sex"}, .features = features});
  EXPECT_EQ(schema.features, features);
}

TEST(SchemaTest, MissingColumnsOfAModelAreListedWithTheNearestNames) {
  const std::vector<FeatureColumn> one = {{"agee", ColumnKind::kNumeric}};
  EXPECT_THAT(refusal({.features = one}),
              AllOf(HasSubstr("the column 'agee' of the model is missing"), HasSubstr("'age'")));
  const std::vector<FeatureColumn> two = {{"Zip", ColumnKind::kNumeric},
                                          {"height", ColumnKind::kNumeric}};
  EXPECT_THAT(
      refusal({.features = two}),
      AllOf(HasSubstr("2 columns of the model are missing: 'Zip', 'height'"), HasSubstr("'zip'")));
}

TEST(SchemaTest, AFeatureOfTheModelCannotBeTheLabelOrTheWeight) {
  const std::vector<FeatureColumn> features = {{"age", ColumnKind::kNumeric}};
  EXPECT_THAT(refusal({.label = "age", .features = features}),
              HasSubstr("column 'age' is a feature of the model; it cannot also be the label"));
  EXPECT_THAT(refusal({.weight = "age", .features = features}), HasSubstr("the weight"));
  EXPECT_EQ(refusal({.protected_columns = {"age"}, .features = features}), "(nothing thrown)");
}

TEST(SchemaTest, ANameThatIsNotThereIsRefusedWithTheNearestOnes) {
  EXPECT_THAT(refusal({.protected_columns = {"gender"}}),
              AllOf(HasSubstr("there is no column 'gender' (named as a protected column)"),
                    HasSubstr("the columns are 'age', 'sex'")));
  EXPECT_THAT(refusal({.protected_columns = {"Sex"}}), HasSubstr("the nearest names are 'sex'"));
  EXPECT_THAT(refusal({.label = "incme"}), HasSubstr("'income'"));
  EXPECT_THAT(refusal({.weight = "wait"}), HasSubstr("(named as the weight)"));
  EXPECT_THAT(refusal({.dropped = {"zipp"}}), HasSubstr("'zip'"));
  EXPECT_THAT(refusal({.categorical = {"zipp"}}), HasSubstr("(named as categorical)"));
  EXPECT_THAT(refusal({.kept = {"id"}}), HasSubstr("(named as kept)"));
}

TEST(SchemaTest, RolesThatExcludeEachOtherAreRefused) {
  EXPECT_THAT(refusal({.protected_columns = {"sex"}, .label = "sex"}),
              HasSubstr("column 'sex' cannot be both a protected column and the label"));
  EXPECT_THAT(refusal({.label = "age", .weight = "age"}), HasSubstr("the label and the weight"));
  EXPECT_THAT(refusal({.label = "age", .dropped = {"age"}}), HasSubstr("the label and dropped"));
  EXPECT_THAT(refusal({.label = "age", .categorical = {"age"}}),
              HasSubstr("named as a categorical feature; it cannot also be the label"));
  EXPECT_THAT(refusal({.dropped = {"zip"}, .categorical = {"zip"}}), HasSubstr("dropped"));
  EXPECT_THAT(refusal({.protected_columns = {"sex", "sex"}}), HasSubstr("named twice"));
  EXPECT_THAT(refusal({.kept = {"sex", "sex"}}), HasSubstr("named twice as kept"));
}

TEST(SchemaTest, DuplicateNamesAreRefusedWithBothPositions) {
  EXPECT_THAT(refusal({}, {"a", "b", "c", "b"}),
              HasSubstr("two columns are named 'b' (columns 2 and 4)"));
}

TEST(SchemaTest, ATableWithoutFeaturesIsRefused) {
  EXPECT_THAT(refusal({.protected_columns = {"a"}, .dropped = {"b"}}, {"a", "b"}),
              AllOf(HasSubstr("no column is left as a feature"), HasSubstr("--keep-protected")));
}

TEST(SchemaTest, ALongNameIsCutInTheMessage) {
  const std::string message = refusal({.label = std::string(10'000, 'x')});
  EXPECT_LT(message.size(), 500u);
  EXPECT_THAT(message, HasSubstr("xxx...'"));
}

TEST(NearestNamesTest, TheNearestComesFirstAndCaseCountsForNothing) {
  EXPECT_THAT(nearest_names("Sexe", {"age", "sexes", "sex", "SEXE"}),
              ElementsAre("SEXE", "sexes", "sex"));
  EXPECT_THAT(nearest_names("race", {"zip", "race_of_person"}), ElementsAre("race_of_person"));
  EXPECT_THAT(nearest_names("education", {"x", "y", "sex"}), IsEmpty());
  EXPECT_THAT(nearest_names("a", {}), IsEmpty());
}

TEST(NearestNamesTest, AtMostThreeAreOffered) {
  EXPECT_THAT(nearest_names("col1", {"col2", "col3", "col4", "col5"}),
              ElementsAre("col2", "col3", "col4"));
}

}  // namespace schema_test
}  // namespace fairpca
