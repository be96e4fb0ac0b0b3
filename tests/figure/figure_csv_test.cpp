// SPDX-License-Identifier: BSD-3-Clause
#include "figure/figure_csv.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figures_for_tests.h"

namespace fairpca {
namespace {

/// Rows of a CSV, read by the rules of RFC 4180.
std::vector<std::vector<std::string>> parsed(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!is_quoted && c == '\n') {
      rows.emplace_back(1);
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

void expect_number(const std::string& cell, double wanted) {
  if (std::isnan(wanted)) {
    EXPECT_EQ(cell, "");
  } else {
    EXPECT_EQ(std::stod(cell), wanted);
  }
}

void expect_point(const std::vector<std::string>& cells, const Panel& panel,
                  const MarkPoint& point) {
  ASSERT_EQ(cells.size(), 11U);
  EXPECT_EQ(cells[0], panel.title);
  EXPECT_EQ(cells[3], point.label);
  if (panel.y.kind == AxisKind::kCategories) {
    EXPECT_EQ(cells[5], panel.y.categories[static_cast<std::size_t>(point.y)]);
  } else {
    expect_number(cells[4], point.x);
    expect_number(cells[5], point.y);
  }
  expect_number(cells[6], point.low);
  expect_number(cells[7], point.high);
  expect_number(cells[8], point.box_low);
  expect_number(cells[9], point.box_high);
  expect_number(cells[10], point.value);
}

TEST(FigureCsvTest, ReadsBackAsTheNumbersOfTheFigure) {
  for (const Figure& figure : every_kind(hostile_names())) {
    const std::vector<std::vector<std::string>> rows = parsed(csv_text(figure));
    EXPECT_THAT(rows[0], ::testing::ElementsAre("panel", "mark", "series", "label", "x", "y", "low",
                                                "high", "box_low", "box_high", "value"));
    std::size_t row = 1;
    for (const Panel& panel : figure.panels) {
      for (const Mark& mark : panel.marks) {
        for (const MarkPoint& point : mark.points) {
          ASSERT_LT(row, rows.size());
          if (mark.series >= 0) {
            EXPECT_EQ(rows[row][2], figure.series[static_cast<std::size_t>(mark.series)].name);
          }
          expect_point(rows[row++], panel, point);
        }
      }
    }
    EXPECT_EQ(row, rows.size());
  }
}

}  // namespace
}  // namespace fairpca
