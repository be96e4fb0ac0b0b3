// SPDX-License-Identifier: BSD-3-Clause
#include "page/table_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page/page_tags.h"

namespace fairpca {
namespace {

using testing::HasSubstr;

std::string table_page(const DocumentTable& table) {
  PageIds ids;
  return "<!DOCTYPE html>" + table_html(table, ids);
}

DocumentTable three_columns() {
  return {.caption = "Sizes",
          .header = {"group", "rows", "note"},
          .rows = {{{.text = "a"}, {.text = "1,000", .sort_by = 1000}, {.text = "large"}},
                   {{.text = "b"}, {.text = "withheld"}},
                   {{.text = "c"}, {.text = "7", .sort_by = 7}, {.text = "small"}}}};
}

TEST(TableHtmlTest, EveryCellHasAHeaderOfItsColumnAndOfItsRow) {
  int columns = 0, row_headers = 0, cells = 0, rows = 0;
  for (const PageTag& tag : page_tags(table_page(three_columns()))) {
    columns += tag.at("scope") == "col";
    row_headers += tag.at("scope") == "row";
    cells += tag.name == "td";
    rows += tag.name == "tr";
  }
  EXPECT_EQ(columns, 3);
  EXPECT_EQ(rows, 4);
  EXPECT_EQ(row_headers, 3);
  EXPECT_EQ(cells, 3 * 2) << "a row that is too short is filled up";
}

TEST(TableHtmlTest, IsNamedByItsCaptionAndScrollsByItself) {
  const std::vector<PageTag> tags = page_tags(table_page(three_columns()));
  EXPECT_EQ(tags[1].at("role"), "region");
  EXPECT_EQ(tags[1].at("tabindex"), "0");
  const std::string caption = tags[1].at("aria-labelledby");
  int named = 0;
  for (const PageTag& tag : tags) named += tag.at("id") == caption && tag.text == "Sizes";
  EXPECT_EQ(named, 1);
}

TEST(TableHtmlTest, NumbersSortByTheirValueAndStandRight) {
  const std::string html = table_page(three_columns());
  EXPECT_THAT(html, HasSubstr("<td class=\"n\" data-sort=\"1000\">1,000</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"n\">7</td>")) << "the text is the number";
  EXPECT_THAT(html, HasSubstr("<td class=\"n\">withheld</td>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\" class=\"n\">rows</th>"));
  EXPECT_THAT(html, HasSubstr("<td>large</td>"));
}

TEST(TableHtmlTest, TheBestIsMarkedByASignAsInTheTerminal) {
  DocumentTable table = three_columns();
  table.rows[0][1].mark = CellMark::kBest;
  table.rows[2][1].mark = CellMark::kLikeBest;
  table.rows[2][1].detail = "6 to 8";
  const std::string html = table_page(table);
  EXPECT_THAT(html, HasSubstr("<b>1,000</b><span class=\"mark\">*</span>"));
  EXPECT_THAT(html, HasSubstr("7<span class=\"mark\">~</span> <small>6 to 8</small>"));
}

TEST(TableHtmlTest, AnEmptyHeaderIsNoHeader) {
  const std::string html = table_page({.caption = "c", .header = {"", "x"}, .rows = {}});
  EXPECT_THAT(html, HasSubstr("<thead><tr><td></td><th scope=\"col\">x</th></tr></thead>"));
}

TEST(TableHtmlTest, AVeryLongNameIsWhole) {
  DocumentTable table = three_columns();
  table.rows[0][0].text = std::string(300, 'x');
  EXPECT_THAT(table_page(table), HasSubstr(">" + std::string(300, 'x') + "</span>"));
}

}  // namespace
}  // namespace fairpca
