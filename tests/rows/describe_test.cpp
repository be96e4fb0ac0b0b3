// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/describe.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/csv_rows.h"
#include "fairpca/rows/matrix_rows.h"
#include "files/temporary_folder.h"
#include "rows/column_summary.h"
#include "rows/level_counts.h"
#include "text/rejection_of.h"
#include "text/written_number.h"

namespace fairpca {
namespace {

using testing::ElementsAre;

class DescribeTest : public testing::Test {
 protected:
  Description describe(const std::string& csv, DescribeSettings settings = {}) {
    const std::filesystem::path path = folder_.path() / "t.csv";
    std::ofstream(path) << csv;
    CsvOptions options;
    options.as_text = true;
    options.na_strings = settings.na_strings;
    CsvRows rows(path, {}, options);
    return describe_rows(rows, settings);
  }

  TemporaryFolder folder_;
};

std::vector<std::string> codes(const ColumnDescription& column) {
  std::vector<std::string> found;
  for (const Message& remark : column.remarks) found.emplace_back(remark.code());
  return found;
}

/// A table of `rows` rows whose cells `cell(row)` writes.
template <class Cell>
std::string table(const std::string& header, int rows, const Cell& cell) {
  std::string text = header + "\n";
  for (int row = 0; row < rows; ++row) text += cell(row) + "\n";
  return text;
}

TEST_F(DescribeTest, NumbersAreSummedUp) {
  const Description table = describe("a,b\n1,x\n2.5,y\n,x\n-4,x\n");
  ASSERT_EQ(table.columns.size(), 2U);
  const ColumnDescription& a = table.columns[0];
  EXPECT_EQ(table.rows, 4);
  EXPECT_EQ(a.kind, DescribedKind::kNumber);
  EXPECT_EQ(a.missing, 1);
  EXPECT_EQ(a.distinct, 3);
  ASSERT_TRUE(a.numbers);
  EXPECT_EQ(a.numbers->minimum, -4);
  EXPECT_EQ(a.numbers->maximum, 2.5);
  EXPECT_NEAR(a.numbers->mean, -0.5 / 3, 1e-15);
  EXPECT_FALSE(a.numbers->all_whole);
  EXPECT_EQ(table.incomplete_rows, 1);
  EXPECT_EQ(table.columns[1].levels[0].level, "x");
  EXPECT_EQ(table.columns[1].levels[0].rows, 3);
}

TEST_F(DescribeTest, DifferentSpellingsOfANumberAreOneValueButTwoLevels) {
  const std::string csv = "a\n1\n1.0\n01\n";
  EXPECT_EQ(describe(csv).columns[0].distinct, 1);
  EXPECT_EQ(describe(csv, {.roles = {.categorical = {"a"}}}).columns[0].distinct, 3);
}

TEST_F(DescribeTest, WhatFitRejectsIsARemark) {
  const Description table = describe(
      "empty,date,mixed,huge,latin\n"
      "NA,2013-08-14,1,1,caf\xe9\n"
      ",2014-01-02,?,inf,b\n");
  const std::vector<std::vector<std::string>> expected = {{"empty-column"},
                                                          {"date-column"},
                                                          {"mixed-column"},
                                                          {"unusable-number"},
                                                          {"not-utf-8-column"}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(table.columns[i].name);
    EXPECT_EQ(codes(table.columns[i]), expected[i]);
    EXPECT_EQ(table.columns[i].advice, ColumnAdvice::kRejected);
  }
  EXPECT_EQ(table.columns[2].remarks[0].argument("row"), "2");
  EXPECT_EQ(table.columns[2].remarks[0].argument("value"), "?");
}

TEST_F(DescribeTest, ColumnsThatCarryNothingAreLeftOut) {
  const Description found =
      describe(table("id,name,constant,money,sparse,size,flag", 60, [](int row) {
        return fmt::format("{},person {},7,\"{},000\",{},{},{}", 1000 + row, row, row + 1,
                           row < 40 ? "" : "3.5", 0.5 * row * row, row == 0 ? "y" : "n");
      }));
  EXPECT_THAT(codes(found.columns[0]), ElementsAre("identifier-column"));
  EXPECT_THAT(codes(found.columns[1]), ElementsAre("identifier-column"));
  EXPECT_THAT(codes(found.columns[2]), ElementsAre("constant-column"));
  EXPECT_THAT(codes(found.columns[3]), ElementsAre("written-numbers"));
  EXPECT_THAT(codes(found.columns[4]), ElementsAre("constant-column", "mostly-missing"));
  EXPECT_TRUE(found.columns[5].remarks.empty()) << "a measurement, though every value is different";
  EXPECT_TRUE(found.columns[6].remarks.empty()) << "98.3 % is not almost everywhere";
}

TEST_F(DescribeTest, AProxyOfAProtectedColumnIsFoundAndOthersAreNot) {
  const std::string csv = table("sex,title,height,age,y", 200, [](int row) {
    const bool is_woman = row % 3 == 0;
    return fmt::format("{},{},{},{},{}", is_woman ? "f" : "m", is_woman ? "Ms" : "Mr",
                       is_woman ? 160 + 0.1 * (row % 7) : 180 + 0.1 * (row % 5), 20 + row % 41,
                       row % 2);
  });
  const Description found = describe(csv, {.roles = {.protected_columns = {"sex"}, .label = "y"}});
  EXPECT_THAT(codes(found.columns[1]), ElementsAre("proxy-of-column"));
  EXPECT_EQ(found.columns[1].remarks[0].argument("other"), "sex");
  EXPECT_EQ(found.columns[1].remarks[0].argument("share"), "100.0 %");
  EXPECT_EQ(found.columns[2].advice, ColumnAdvice::kLeaveOut);
  EXPECT_TRUE(found.columns[3].remarks.empty());
}

TEST_F(DescribeTest, AMarkOfMissingValuesAmongLevelsIsPointedOut) {
  const std::string csv = "job,age\nclerk,1\n?,2\nnurse,3.5\n?,7\n";
  const ColumnDescription job = describe(csv).columns[0];
  ASSERT_THAT(codes(job), ElementsAre("perhaps-missing"));
  EXPECT_EQ(job.remarks[0].ways_out(), std::vector<Setting>({{"na", "?"}}));
  const ColumnDescription with_na = describe(csv, {.na_strings = {"?"}}).columns[0];
  EXPECT_TRUE(with_na.remarks.empty());
  EXPECT_EQ(with_na.missing, 2);
}

TEST_F(DescribeTest, RepeatedNamesAndRepeatedValuesAreToldApart) {
  const Description found = describe(table("a,a,b,c", 9000, [](int row) {
    const int value = row * 37 % 101;
    return fmt::format("{},{},{},{}", value, value, row == 8999 ? 0 : value, value * 2);
  }));
  EXPECT_THAT(codes(found.columns[1]), ElementsAre("renamed-column", "repeated-column"));
  EXPECT_EQ(found.columns[1].name, "a.1");
  EXPECT_EQ(found.columns[1].remarks[1].argument("other"), "a");
  EXPECT_TRUE(found.columns[2].remarks.empty()) << "one cell differs";
  EXPECT_TRUE(found.columns[3].remarks.empty());
}

TEST_F(DescribeTest, GroupsAreOrderedAsInAFitAndSmallOnesMarked) {
  const std::string csv = table("x,g,h", 70, [](int row) {
    return fmt::format("{},{},{}", row, row < 3 ? 10 : 9, row % 2 == 0 ? "b" : "a");
  });
  const Description found = describe(csv, {.roles = {.protected_columns = {"g", "h"}}});
  ASSERT_EQ(found.attributes.size(), 2U);
  EXPECT_EQ(found.attributes[0].groups[0].name, "9");
  EXPECT_EQ(found.attributes[0].groups[1].name, "10");
  EXPECT_TRUE(found.attributes[0].groups[1].is_small);
  ASSERT_TRUE(found.crossed);
  std::vector<std::string> names;
  for (const DescribedGroup& group : found.crossed->groups) names.push_back(group.name);
  EXPECT_THAT(names, ElementsAre("9, a", "9, b", "10, a", "10, b"));
}

TEST_F(DescribeTest, OneHiddenGroupHidesTheNextSmallestAsWell) {
  const std::string csv = table("x,g,y", 105, [](int row) {
    return fmt::format("{},{},{}", row, row < 5 ? "tiny" : row < 45 ? "small" : "large", row % 2);
  });
  const DescribeSettings settings{.roles = {.protected_columns = {"g"}, .label = "y"}};
  const Description found = describe(csv, settings);
  for (const DescribedGroup& group : found.attributes[0].groups) {
    SCOPED_TRACE(group.name);
    EXPECT_EQ(group.label_shares.empty(), group.name != "large");
  }
  DescribeSettings all = settings;
  all.min_group_size = 0;
  const Description shown = describe(csv, all);
  for (const DescribedGroup& group : shown.attributes[0].groups) {
    EXPECT_EQ(group.label_shares.size(), 2U);
  }
}

TEST_F(DescribeTest, ResultsDoNotDependOnThreads) {
  const std::string csv = table("id,level,number,g,y", 20'000, [](int row) {
    const int hash = row * 7919 % 10'007;
    return fmt::format("r{},l{},{},{},{}", row, hash % 3000, 0.37 * hash, hash % 3, hash % 2);
  });
  DescribeSettings settings{.roles = {.protected_columns = {"g"}, .label = "y"}};
  const Description one = describe(csv, settings);
  settings.pass.threads = 3;
  const Description three = describe(csv, settings);
  for (std::size_t i = 0; i < one.columns.size(); ++i) {
    SCOPED_TRACE(one.columns[i].name);
    EXPECT_EQ(one.columns[i].distinct, three.columns[i].distinct);
    EXPECT_EQ(one.columns[i].level_error, three.columns[i].level_error);
    EXPECT_EQ(codes(one.columns[i]), codes(three.columns[i]));
    EXPECT_EQ(one.columns[i].levels.size(), three.columns[i].levels.size());
  }
  EXPECT_EQ(one.columns[2].numbers->mean, three.columns[2].numbers->mean);
  EXPECT_FALSE(one.columns[0].distinct_is_exact);
  EXPECT_NEAR(static_cast<double>(one.columns[0].distinct), 20'000, 1000);
  EXPECT_NEAR(static_cast<double>(one.columns[1].distinct), 3000, 150);
}

TEST_F(DescribeTest, RowsWithMissingCellsAreCountedTogether) {
  const Description found = describe("a,b,c,d\n,,1,x\n,,2,y\n1,2,3,\n1,2,3,x\n");
  EXPECT_EQ(found.incomplete_rows, 3);
  ASSERT_EQ(found.missing_patterns.size(), 2U);
  EXPECT_THAT(found.missing_patterns[0].columns, ElementsAre(0, 1));
  EXPECT_EQ(found.missing_patterns[0].rows, 2);
  EXPECT_THAT(found.missing_patterns[1].columns, ElementsAre(3));
}

TEST_F(DescribeTest, AnUnknownColumnIsRejectedAndATableWithoutFeaturesIsNot) {
  const Message problem =
      rejection_of([&] { describe("a,b\n1,2\n", {.roles = {.protected_columns = {"c"}}}); });
  EXPECT_EQ(problem.code(), "unknown-column");
  const Description found = describe("g\nu\nv\n", {.roles = {.protected_columns = {"g"}}});
  EXPECT_EQ(found.columns[0].role, ColumnRole::kProtected);
}

TEST_F(DescribeTest, AMatrixIsDescribedAsItsFile) {
  RowMatrix numbers(3, 2);
  numbers << 1, 2, 3, std::nan(""), 5, 2;
  MatrixRows rows(RowsRef{numbers});
  const Description found = describe_rows(rows);
  EXPECT_EQ(found.columns[0].name, "x1");
  EXPECT_EQ(found.columns[0].numbers->mean, 3);
  EXPECT_EQ(found.columns[1].missing, 1);
  EXPECT_THAT(codes(found.columns[1]), ElementsAre("constant-column"));
}

TEST(LevelCountsTest, CountsOfFrequentLevelsAreTooSmallByAtMostTheError) {
  constexpr Index kRows = 50'000;
  LevelCounts counts({.levels = 50, .joint_levels = 10, .sketch_bits = 12});
  std::vector<Index> exact(5000, 0);
  std::uint64_t state = 1;
  for (Index row = 0; row < kRows; ++row) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto draw = static_cast<double>(state >> 11) * 0x1p-53;
    const auto level = static_cast<std::size_t>(5000 * draw * draw * draw);
    ++exact[level];
    const std::uint64_t digest = (level + 1) * 0x9e3779b97f4a7c15U;
    counts.add(
        {.digest = digest, .value_digest = digest, .text = fmt::format("{}", level), .rows = 1},
        {});
    counts.settle();
  }
  EXPECT_FALSE(counts.is_exact());
  EXPECT_LE(counts.error(), kRows / 51 + 1);
  for (const LevelCount& level : counts.levels()) {
    const Index truth = exact[std::stoul(level.text)];
    EXPECT_LE(level.rows, truth);
    EXPECT_GE(level.rows, truth - counts.error());
  }
}

TEST(SpreadSumTest, AnySplitGivesTheSameSpread) {
  SpreadSum whole, left, right;
  for (int i = 0; i < 97; ++i) {
    const double value = 1e6 + std::sin(i);
    whole.add(value);
    (i < 31 ? left : right).add(value);
  }
  left.merge(right);
  EXPECT_EQ(left.count, whole.count);
  EXPECT_NEAR(left.mean, whole.mean, 1e-9);
  EXPECT_NEAR(left.squares, whole.squares, 1e-7 * whole.squares);
}

TEST(WrittenNumberTest, NumbersForPeopleAreToldFromNumbersAndWords) {
  for (const char* text : {"1,234", "1.234,56", "3,14", "$5", "5 EUR", "12%", "(1,200)", "1 234",
                           "-7 %", "\u20ac 9.99"}) {
    EXPECT_TRUE(looks_like_written_number(text)) << text;
  }
  for (const char* text :
       {"12", "1.5e3", "abc", "", "%", "192.168.0.1", "1,2,3", "A1,234", "12-34", "1,23,456"}) {
    EXPECT_FALSE(looks_like_written_number(text)) << text;
  }
}

}  // namespace
}  // namespace fairpca
