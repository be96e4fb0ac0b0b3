// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/compared_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

ComparedCell cell_of(double published, double deviation, double ours) {
  return {.row = "Biodeg",
          .method = "RFPCA",
          .measure = "ABDiff",
          .published = {published, deviation},
          .digits = 2,
          .ours = {ours}};
}

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

TEST(ComparedTable, CountsWithinThePublishedDeviationAsEqual) {
  EXPECT_EQ(cell_of(1.00, 0.10, 1.09).verdict(), Verdict::kEqual);
  EXPECT_EQ(cell_of(1.00, 0.10, 1.11).verdict(), Verdict::kWorse);
  EXPECT_EQ(cell_of(1.00, 0.10, 0.89).verdict(), Verdict::kBetter);
}

TEST(ComparedTable, WithoutADeviationComparesThePrintedDigits) {
  EXPECT_EQ(cell_of(1.00, kAbsent, 1.005).verdict(), Verdict::kEqual);
  EXPECT_EQ(cell_of(1.00, kAbsent, 1.006).verdict(), Verdict::kWorse);
  EXPECT_EQ(cell_of(1.00, kAbsent, 0.994).verdict(), Verdict::kBetter);
}

TEST(ComparedTable, KnowsWhenMoreIsBetter) {
  ComparedCell cell = cell_of(50, kAbsent, 60);
  cell.is_higher_better = true;
  EXPECT_EQ(cell.verdict(), Verdict::kBetter);
}

TEST(ComparedTable, HasNoVerdictWithoutANumber) {
  EXPECT_EQ(cell_of(kAbsent, kAbsent, 1).verdict(), Verdict::kNone);
  EXPECT_EQ(cell_of(1, kAbsent, kAbsent).verdict(), Verdict::kNone);
}

TEST(ComparedTable, ShowsWithoutAVerdictWhatIsNotJudged) {
  ComparedTable table{.id = "t", .title = "Stored", .cells = {cell_of(1, kAbsent, 2)}};
  table.is_printed = false;
  table.cells.front().is_judged = false;
  EXPECT_EQ(table.cells.front().verdict(), Verdict::kNone);
  const std::string text = compared_markdown(table);
  EXPECT_THAT(text, testing::HasSubstr("stored by others: better 0, equal 0, worse 0"));
  EXPECT_THAT(text, testing::HasSubstr("without a number 0, not judged 1."));
  EXPECT_THAT(text, testing::HasSubstr("| measure | stored |"));
}

TEST(ComparedTable, SaysOfManyRowsWhichAreNotAmongThem) {
  ComparedTable table{.id = "t", .title = "Table 1"};
  for (const char* row : {"A", "B", "C", "D", "E"}) {
    table.cells.push_back(cell_of(1, kAbsent, 2));
    table.cells.back().row = row;
    table.cells.back().reason = "tuning";
  }
  EXPECT_THAT(compared_markdown(table), testing::HasSubstr("- All RFPCA rows: tuning.\n"));
  table.cells[2].reason = "";
  EXPECT_THAT(compared_markdown(table), testing::HasSubstr("- All RFPCA rows but C: tuning.\n"));
}

TEST(ComparedTable, SaysAReasonOnceForAllItsRows) {
  ComparedTable table{.id = "t", .title = "Table 1"};
  table.cells = {cell_of(1, kAbsent, 2), cell_of(1, kAbsent, 1)};
  table.cells[0].reason = table.cells[1].reason = "its rows are not published";
  table.cells[1].row = "LFW";
  const std::string text = compared_markdown(table);
  EXPECT_THAT(text, testing::HasSubstr("- Biodeg RFPCA, LFW RFPCA: its rows are not published.\n"));
  EXPECT_THAT(text, testing::HasSubstr("better 0, equal 1, worse 1, without a number 0"));
  EXPECT_THAT(compared_csv(table), testing::HasSubstr("Biodeg,RFPCA,ABDiff,1,,,,2,,1,worse,"));
}

}  // namespace
}  // namespace fairpca
