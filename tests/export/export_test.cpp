// SPDX-License-Identifier: BSD-3-Clause
// What is refused; that the texts compute what they should is tested with the programs that run
// them (tests/cli/test_export.py).
#include "fairpca/export/export.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace export_test {

using ::testing::HasSubstr;
using ::testing::Not;

/// A model of two numbers, the first called `name`.
Model model_with_column(const std::string& name) {
  Model model = random_model(2, 1, 3);
  model.encoding =
      Encoding({{{name, ColumnKind::kNumeric}, {}}, {{"b", ColumnKind::kNumeric}, {}}});
  return model;
}

TEST(ExportTest, AZeroByteInANameIsRefusedWhereTheLanguageCannotHoldIt) {
  const Model model = model_with_column(std::string("a\0b", 3));
  for (const char* format : {"sql", "c"}) {
    const auto error = rejection_of([&] { export_model(model, {.format = format}); });
    EXPECT_EQ(error.code(), "export-text") << format;
  }
  EXPECT_THAT(export_model(model, {.format = "json"}), HasSubstr("a\\u0000b"));
}

TEST(ExportTest, QuotesAndCommentsInNamesStayInsideTheirLiterals) {
  const Model model = model_with_column("a\"; DROP -- */ ?\?/");
  EXPECT_THAT(export_model(model, {.format = "sql"}),
              HasSubstr("source.\"a\"\"; DROP -- */ ?\?/\""));
  const std::string source = export_model(model, {.format = "c"});
  EXPECT_THAT(source, HasSubstr("\"a\\042; DROP -- */ \\077\\077/\""));
  EXPECT_THAT(source, Not(HasSubstr("??")));
}

TEST(ExportTest, NegativeMeansDoNotBeginAComment) {
  Model model = model_with_column("a");
  model.mean.setConstant(-0.5);
  const std::string sql = export_model(model, {.format = "sql"});
  const std::string statement = sql.substr(sql.find("SELECT"));
  EXPECT_THAT(statement, HasSubstr(" + 0.5e0 AS x1"));
  EXPECT_THAT(statement, Not(HasSubstr("--")));
}

TEST(ExportTest, SettingsThatATextCannotFollowAreRefused) {
  const Model model = model_with_column("a");
  for (const MissingCells missing : {MissingCells::kModel, MissingCells::kDropRow}) {
    const auto error = rejection_of([&] { export_model(model, {.encode = {.missing = missing}}); });
    EXPECT_EQ(error.code(), "option-value");
  }
  EXPECT_EQ(rejection_of([&] { export_model(model, {.format = "pmml"}); }).code(), "option-value");
}

}  // namespace export_test
}  // namespace fairpca
