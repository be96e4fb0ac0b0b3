// SPDX-License-Identifier: BSD-3-Clause
#include "page/figure_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figures_for_tests.h"
#include "page/documents_for_tests.h"
#include "page/page.h"
#include "page/page_tags.h"

namespace fairpca {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string figure_page(const FigureBlock& block, bool has_narrow = true) {
  PageIds ids;
  return "<!DOCTYPE html>" + figure_html(block, has_narrow, ids);
}

TEST(NumbersTableTest, HasARowPerPointAndOnlyColumnsThatHoldSomething) {
  const DocumentTable table = numbers_table(lines_figure({"a", "b"}, 3));
  EXPECT_EQ(table.header,
            (std::vector<std::string>{"series", "dimensions", "error", "from", "to"}));
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.rows[4][0].text, "b");
  EXPECT_EQ(table.rows[4][1].text, "2");
  EXPECT_EQ(table.rows[4][2].sort_by, 2);
  EXPECT_EQ(table.rows[4][3].text, "1.8");
}

TEST(NumbersTableTest, WritesCategoriesByName) {
  const DocumentTable table = numbers_table(every_kind({"first", "second"})[4]);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1][4].text, "second");
}

TEST(FigureHtmlTest, IsDrawnForDesksAndPhones) {
  const std::string html = figure_page({lines_figure({"a", "b"})});
  EXPECT_EQ(count_of(html, "<div class=\"drawing wide\">"), 1);
  EXPECT_EQ(count_of(html, "<div class=\"drawing narrow\">"), 1);
  EXPECT_EQ(count_of(html, "role=\"img\""), 2);
  EXPECT_EQ(count_of(figure_page({lines_figure({"a", "b"})}, false), "role=\"img\""), 1);
}

TEST(FigureHtmlTest, TheLegendHasEachSeriesOnceAndTheDrawingsHaveNone) {
  const std::string html = figure_page({lines_figure(numbered_names(9))});
  int entries = 0;
  for (const PageTag& tag : page_tags(html)) {
    entries += tag.name == "li" && !tag.at("data-series").empty();
  }
  EXPECT_EQ(entries, 9);
  EXPECT_THAT(html, Not(HasSubstr("fp-legend")));
}

TEST(FigureHtmlTest, OneSeriesNeedsNoLegend) {
  EXPECT_THAT(figure_page({lines_figure({"a"})}), Not(HasSubstr("class=\"legend")));
}

TEST(FigureHtmlTest, OfManyPointsItNamesTheFileInsteadOfATable) {
  const FigureBlock many{cloud_figure(1, 601), "figures/cloud.csv"};
  EXPECT_THAT(figure_page(many), Not(HasSubstr("<table>")));
  EXPECT_THAT(
      figure_page(many),
      HasSubstr("601 points; their numbers are in the file <code>figures/cloud.csv</code>"));
  const FigureBlock few{cloud_figure(1, 600), "figures/cloud.csv"};
  EXPECT_EQ(count_of(figure_page(few), "<th scope=\"row\""), 600);
}

TEST(FigureHtmlTest, CloudsAreDrawnOnceWhereThereAreTooMany) {
  Document document{.title = "Clouds", .sections = {{"seen", "Seen", {}}}};
  document.sections[0].blocks.push_back({FigureBlock{cloud_figure(4, 2000)}});
  document.sections[0].blocks.push_back({FigureBlock{lines_figure({"a", "b"})}});
  EXPECT_EQ(count_of(html_page(document), "role=\"img\""), 4);
  document.sections[0].blocks.push_back({FigureBlock{cloud_figure(4, 2000)}});
  EXPECT_EQ(count_of(html_page(document), "role=\"img\""), 4) << "two clouds once, lines twice";
}

TEST(FigureHtmlTest, OfManyChoicesOnlyTheFirstIsDrawnForPhonesToo) {
  Document document{.title = "Choices", .sections = {{"seen", "Seen", {}}}};
  for (int d = 1; d <= 7; ++d) {
    document.choices.push_back(std::to_string(d));
    document.sections[0].blocks.push_back(
        {.content = FigureBlock{lines_figure({"a", "b"})}, .choice = std::to_string(d)});
  }
  document.first_choice = "3";
  EXPECT_EQ(count_of(html_page(document), "role=\"img\""), 8);
}

}  // namespace
}  // namespace fairpca
