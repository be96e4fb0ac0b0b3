// SPDX-License-Identifier: BSD-3-Clause
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/describe.h"
#include "text/display_width.h"

namespace fairpca {
namespace {

using testing::HasSubstr;

ColumnDescription column(const std::string& name, DescribedKind kind) {
  ColumnDescription made;
  made.name = name;
  made.kind = kind;
  made.distinct = 2;
  return made;
}

Description sample() {
  Description table;
  table.source = "people.csv";
  table.rows = 100;
  table.columns.push_back(column("age", DescribedKind::kNumber));
  table.columns[0].numbers = NumberSummary{.minimum = 18, .maximum = 12345, .mean = 40};
  table.columns.push_back(column(std::string(60, 'n') + "\x1b[31m", DescribedKind::kCategory));
  table.columns[1].levels = {{"年齢年齢年齢年齢年齢年齢", 60}, {"b\nc", 39}};
  table.columns[1].missing = 1;
  table.columns.push_back(column("sex", DescribedKind::kCategory));
  table.columns[2].role = ColumnRole::kProtected;
  table.attributes.push_back({.columns = {"sex"}, .groups = {}});
  table.attributes[0].groups.push_back({{{"sex", "f"}}, "f", 95, false, {}});
  table.attributes[0].groups.push_back({{{"sex", "m"}}, "m", 5, true, {}});
  return table;
}

/// The view of a table, with the plan of a fit to it.
struct Shown {
  explicit Shown(Description described) : table(std::move(described)), plan(plan_fit(table)) {}
  DescriptionView view() const {
    return {.description = table,
            .plan = plan,
            .spell_command = [](const SuggestedCommand& command, std::size_t) {
              return "run " + command.command;
            }};
  }
  Description table;
  FitPlan plan;
};

TEST(DescribeTableTest, LinesAreNoWiderThanTheTerminalAndShowNoControlCharacters) {
  const Shown shown(sample());
  for (const std::size_t width : {60, 80, 132}) {
    SCOPED_TRACE(width);
    std::istringstream lines(description_table(shown.view(), {.width = width}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(display_width(line), width) << line;
      EXPECT_EQ(line.find('\x1b'), std::string::npos);
    }
  }
}

TEST(DescribeTableTest, SmallGroupsAndSuggestionsAreShown) {
  const Shown shown(sample());
  const std::string text = description_table(shown.view());
  EXPECT_THAT(text, HasSubstr("people.csv: 100 rows, 3 columns\n"));
  EXPECT_THAT(text, HasSubstr("18 to 12345"));
  EXPECT_THAT(text, HasSubstr("m (too small)"));
  EXPECT_THAT(text, HasSubstr("next\n  run compare\n  run fit\n"));
}

TEST(DescribeJsonTest, HoldsColumnsGroupsAndTheSettingsOfTheSuggestedFit) {
  const Shown shown(sample());
  const auto json = nlohmann::json::parse(description_json(shown.view(), std::nullopt));
  EXPECT_EQ(json["columns"].size(), 3U);
  EXPECT_EQ(json["columns"][0]["maximum"], 12345);
  EXPECT_TRUE(json["columns"][1]["maximum"].is_null());
  EXPECT_EQ(json["attributes"][0]["groups"][1]["too_small"], true);
  EXPECT_TRUE(json["crossed"].is_null());
  EXPECT_FALSE(json.contains("seconds"));
  const auto& settings = json["next"].back()["settings"];
  EXPECT_EQ(settings[0]["option"], "group");
  EXPECT_EQ(settings[0]["value"], "sex");
  EXPECT_EQ(settings[1]["value"], "fair-pca");
}

}  // namespace
}  // namespace fairpca
