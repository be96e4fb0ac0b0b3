// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace schema_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::vector<std::string> kHeader = {"age", "sex", "race", "zip", "income", "weight"};

std::vector<std::string> feature_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const FeatureColumn& feature : schema.features) names.push_back(feature.name);
  return names;
}

Message rejection(const ColumnRoles& roles, const std::vector<std::string>& header = kHeader) {
  return rejection_of([&] { resolve_columns(header, roles, "people.csv"); });
}

void expect_conflict(const ColumnRoles& roles, const char* column, const char* role,
                     const char* other) {
  const Message message = rejection(roles);
  EXPECT_EQ(message.code(), "conflicting-roles");
  EXPECT_EQ(message.place(), (Place{"people.csv", 0, column}));
  EXPECT_EQ(message.argument("role"), role);
  EXPECT_EQ(message.argument("other"), other);
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
  const Message single = rejection({.features = one});
  EXPECT_EQ(single.code(), "missing-model-columns");
  EXPECT_EQ(single.place(), (Place{"people.csv", 0, "agee"}));
  EXPECT_THAT(single.argument("advice"), HasSubstr("'age'"));
  const std::vector<FeatureColumn> two = {{"Zip", ColumnKind::kNumeric},
                                          {"height", ColumnKind::kNumeric}};
  const Message several = rejection({.features = two});
  EXPECT_EQ(several.argument("columns"), "'Zip', 'height'");
  EXPECT_THAT(several.argument("advice"), HasSubstr("'zip'"));
}

TEST(SchemaTest, AFeatureOfTheModelCannotBeTheLabelOrTheWeight) {
  const std::vector<FeatureColumn> features = {{"age", ColumnKind::kNumeric}};
  expect_conflict({.label = "age", .features = features}, "age", "a feature of the model",
                  "the label");
  expect_conflict({.weight = "age", .features = features}, "age", "a feature of the model",
                  "the weight");
  EXPECT_NO_THROW(resolve_columns(kHeader, {.protected_columns = {"age"}, .features = features}));
}

TEST(SchemaTest, ANameThatIsNotThereIsRejectedWithTheNearestOnes) {
  const auto expect_unknown = [](const ColumnRoles& roles, const char* name, const char* role,
                                 const char* advice) {
    const Message message = rejection(roles);
    EXPECT_EQ(message.code(), "unknown-column");
    EXPECT_EQ(message.place(), (Place{"people.csv", 0, name}));
    EXPECT_EQ(message.argument("role"), role);
    EXPECT_THAT(message.argument("advice"), HasSubstr(advice));
  };
  expect_unknown({.protected_columns = {"gender"}}, "gender", "a protected column",
                 "the columns are 'age', 'sex'");
  expect_unknown({.protected_columns = {"Sex"}}, "Sex", "a protected column",
                 "did you mean 'sex'?");
  expect_unknown({.label = "incme"}, "incme", "the label", "'income'");
  expect_unknown({.weight = "wait"}, "wait", "the weight", "");
  expect_unknown({.dropped = {"zipp"}}, "zipp", "dropped", "'zip'");
  expect_unknown({.categorical = {"zipp"}}, "zipp", "categorical", "'zip'");
  expect_unknown({.kept = {"id"}}, "id", "kept", "");
}

TEST(SchemaTest, RolesThatExcludeEachOtherAreRejected) {
  expect_conflict({.protected_columns = {"sex"}, .label = "sex"}, "sex", "a protected column",
                  "the label");
  expect_conflict({.label = "age", .weight = "age"}, "age", "the label", "the weight");
  expect_conflict({.label = "age", .dropped = {"age"}}, "age", "the label", "dropped");
  expect_conflict({.label = "age", .categorical = {"age"}}, "age", "a categorical feature",
                  "the label");
  expect_conflict({.dropped = {"zip"}, .categorical = {"zip"}}, "zip", "a categorical feature",
                  "dropped");
  const auto expect_repeated = [](const ColumnRoles& roles, const char* role) {
    const Message message = rejection(roles);
    EXPECT_EQ(message.code(), "repeated-role");
    EXPECT_EQ(message.place().column, "sex");
    EXPECT_EQ(message.argument("role"), role);
  };
  expect_repeated({.protected_columns = {"sex", "sex"}}, "a protected column");
  expect_repeated({.kept = {"sex", "sex"}}, "kept");
}

TEST(SchemaTest, AllNamesThatAreNotThereAreRejectedTogether) {
  const Message message =
      rejection({.protected_columns = {"Sex"}, .label = "incme", .dropped = {"z*q"}});
  EXPECT_EQ(message.code(), "unknown-columns");
  EXPECT_EQ(message.place(), (Place{"people.csv"}));
  EXPECT_THAT(message.argument("columns"),
              AllOf(HasSubstr("'Sex' (named as a protected column; did you mean 'sex'?)"),
                    HasSubstr("'incme' (named as the label; did you mean 'income'?)"),
                    HasSubstr("'z*q' (named as dropped; ")));
}

std::vector<std::string> features_of(const ColumnRoles& roles,
                                     const std::vector<std::string>& header = kHeader) {
  return feature_names(resolve_columns(header, roles));
}

TEST(SchemaTest, ChosenColumnsAreTheFeaturesInTheOrderOfTheTable) {
  EXPECT_THAT(features_of({.chosen = {"zip", "age"}}), ElementsAre("age", "zip"));
  EXPECT_THAT(features_of({.chosen = {"*e"}}), ElementsAre("age", "race", "income"));
  EXPECT_THAT(features_of({.chosen = {"??x", "a*", "age"}}), ElementsAre("age", "sex"));
  EXPECT_THAT(features_of({.chosen = {"*"}, .dropped = {"*e", "zip"}}),
              ElementsAre("sex", "weight"));
}

TEST(SchemaTest, APatternPassesOverColumnsWithAnotherRole) {
  const ColumnRoles roles = {
      .protected_columns = {"sex"}, .label = "income", .weight = "weight", .chosen = {"*"}};
  EXPECT_THAT(features_of(roles), ElementsAre("age", "race", "zip"));
  ColumnRoles dropped = roles;
  dropped.chosen.clear();
  dropped.dropped = {"*e*"};
  const Schema schema = resolve_columns(kHeader, dropped);
  EXPECT_THAT(feature_names(schema), ElementsAre("zip"));
  EXPECT_THAT(schema.protected_columns, ElementsAre("sex"));
  EXPECT_EQ(schema.label, "income");
}

TEST(SchemaTest, KeptProtectedColumnsAreFeaturesBesideTheChosenOnes) {
  EXPECT_THAT(
      features_of({.protected_columns = {"sex"}, .chosen = {"zip"}, .keep_protected = true}),
      ElementsAre("sex", "zip"));
  EXPECT_THAT(
      features_of({.protected_columns = {"sex"}, .chosen = {"sex"}, .keep_protected = true}),
      ElementsAre("sex"));
}

TEST(SchemaTest, ANameInTheTableIsNotReadAsAPattern) {
  EXPECT_THAT(features_of({.chosen = {"a*"}}, {"a*", "ab", "ac"}), ElementsAre("a*"));
  EXPECT_THAT(features_of({.dropped = {"a?"}}, {"a?", "ab", "ac"}), ElementsAre("ab", "ac"));
}

TEST(SchemaTest, APatternThatMatchesNothingIsRejectedWithTheNearestNames) {
  for (const ColumnRoles& roles :
       {ColumnRoles{.chosen = {"incme*"}}, ColumnRoles{.dropped = {"incme*"}}}) {
    const Message message = rejection(roles);
    EXPECT_EQ(message.code(), "unmatched-pattern");
    EXPECT_EQ(message.place(), (Place{"people.csv", 0, "incme*"}));
    EXPECT_EQ(message.argument("advice"), "did you mean 'income'?");
  }
}

TEST(SchemaTest, AChosenColumnWithAnotherRoleIsRejected) {
  const char* const chosen = "a chosen feature";
  expect_conflict({.protected_columns = {"sex"}, .chosen = {"sex"}}, "sex", "a protected column",
                  chosen);
  EXPECT_THAT(rejection({.protected_columns = {"sex"}, .chosen = {"sex"}}).ways_out(),
              ElementsAre(Setting{"keep_protected"}));
  expect_conflict({.label = "age", .chosen = {"age"}}, "age", "the label", chosen);
  expect_conflict({.chosen = {"age"}, .dropped = {"age"}}, "age", chosen, "dropped");
  expect_conflict({.chosen = {"age"}, .categorical = {"zip"}}, "zip", "a categorical feature",
                  "left out of the features");
  expect_conflict({.dropped = {"z*"}, .categorical = {"zip"}}, "zip", "a categorical feature",
                  "left out of the features");
  EXPECT_EQ(rejection({.chosen = {"age", "age"}}).code(), "repeated-role");
  EXPECT_EQ(rejection({.protected_columns = {"sex"}, .chosen = {"s*"}}).code(), "no-features");
}

TEST(SchemaTest, RepeatedNamesAreNumberedAsPandasNumbersThem) {
  const auto renamed = [](std::vector<std::string> names) {
    rename_repeated(names);
    return names;
  };
  EXPECT_THAT(renamed({"a", "b"}), ElementsAre("a", "b"));
  EXPECT_THAT(renamed({"a", "b", "a", "a"}), ElementsAre("a", "b", "a.1", "a.2"));
  EXPECT_THAT(renamed({"a", "a", "a.1"}), ElementsAre("a", "a.2", "a.1"));
  EXPECT_THAT(renamed({"a", "a", "a.1", "a.1", "a"}),
              ElementsAre("a", "a.2", "a.1", "a.1.1", "a.3"));
  EXPECT_THAT(renamed({"b", "b.1", "b.1", "b"}), ElementsAre("b", "b.1", "b.1.1", "b.2"));
  std::vector<std::string> names = {"x", "y", "x"};
  EXPECT_THAT(rename_repeated(names), ElementsAre(RenamedColumn{"x", "x.1", 3}));
  EXPECT_THAT(column_warnings({}), IsEmpty());
}

TEST(SchemaTest, DuplicateNamesAreRejectedWithBothPositions) {
  const Message message = rejection({}, {"a", "b", "c", "b"});
  EXPECT_EQ(message.code(), "duplicate-column");
  EXPECT_EQ(message.place().column, "b");
  EXPECT_EQ(message.argument("first"), "2");
  EXPECT_EQ(message.argument("second"), "4");
}

TEST(SchemaTest, ATableWithoutFeaturesIsRejected) {
  const Message message = rejection({.protected_columns = {"a"}, .dropped = {"b"}}, {"a", "b"});
  EXPECT_EQ(message.code(), "no-features");
  EXPECT_EQ(message.place().file, "people.csv");
  EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"keep_protected"}));
}

TEST(SchemaTest, WithoutAFileTheColumnAloneIsNamed) {
  const Message message = rejection_of([] { resolve_columns(kHeader, {.label = "incme"}); });
  EXPECT_EQ(message.place(), (Place{"", 0, "incme"}));
  EXPECT_THAT(message.text(), StartsWith("column 'incme': "));
  EXPECT_THAT(rejection_of([] { resolve_columns({"a"}, {.dropped = {"a"}}); }).text(),
              StartsWith("no column of the table"));
}

TEST(SchemaTest, ALongNameIsCutInTheMessage) {
  const std::string text = rejection({.label = std::string(10'000, 'x')}).text();
  EXPECT_LT(text.size(), 500u);
  EXPECT_THAT(text, HasSubstr("xxx...'"));
}

TEST(NearestNamesTest, TheNearestComesFirstAndCaseCountsForNothing) {
  EXPECT_THAT(nearest_names("Sexe", {"age", "sexes", "sex"}), ElementsAre("sexes", "sex"));
  EXPECT_THAT(nearest_names("race", {"zip", "race_of_person"}), ElementsAre("race_of_person"));
  EXPECT_THAT(nearest_names("education", {"x", "y", "sex"}), IsEmpty());
  EXPECT_THAT(nearest_names("a", {}), IsEmpty());
}

TEST(NearestNamesTest, OnlyNamesOfOtherCaseAreOfferedWhereThereAreSome) {
  EXPECT_THAT(nearest_names("Sexe", {"age", "sexes", "sex", "SEXE"}), ElementsAre("SEXE"));
  EXPECT_THAT(nearest_names("X", {"y", "x"}), ElementsAre("x"));
}

TEST(NearestNamesTest, AtMostThreeAreOffered) {
  EXPECT_THAT(nearest_names("col1", {"col2", "col3", "col4", "col5"}),
              ElementsAre("col2", "col3", "col4"));
}

}  // namespace schema_test
}  // namespace fairpca
