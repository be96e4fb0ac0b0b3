// SPDX-License-Identifier: BSD-3-Clause
#include "page/page.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figures_for_tests.h"
#include "page/documents_for_tests.h"
#include "page/html_text.h"
#include "page/page_tags.h"

namespace fairpca {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<PageTag> tags_named(const std::vector<PageTag>& tags, const std::string& name) {
  std::vector<PageTag> found;
  std::copy_if(tags.begin(), tags.end(), std::back_inserter(found),
               [&](const PageTag& tag) { return tag.name == name; });
  return found;
}

/// Pages whose elements tests go through: plain names, hostile ones, sixty, one, none at all.
std::vector<std::string> some_pages() {
  return {html_page(document_with({"a", "b", "c"})), html_page(document_with(hostile_names())),
          html_page(document_with(numbered_names(60))), html_page(document_with({"one"})),
          html_page({.title = "Nothing"})};
}

TEST(PageTest, TheSameDocumentGivesTheSameBytes) {
  EXPECT_EQ(html_page(document_with({"a", "b"})), html_page(document_with({"a", "b"})));
}

TEST(PageTest, EveryElementEndsAndEveryIdIsUnique) {
  for (const std::string& page : some_pages()) {
    std::set<std::string> ids;
    for (const PageTag& tag : page_tags(page)) {
      const std::string id = tag.at("id");
      if (!id.empty()) {
        EXPECT_TRUE(ids.insert(id).second) << id;
      }
    }
    EXPECT_FALSE(ids.empty());
  }
}

TEST(PageTest, NoNameOfAFigureOrSectionTakesAnotherId) {
  Document document{.title = "Ids", .sections = {}};
  for (const char* id : {"content", "report-data", "table", "figure-a", "a"}) {
    Section section{id, id, {}};
    for (const char* other : {"a", "a-title", "a-desc", "a-clip-0", "table", "content-heading"}) {
      Figure figure = lines_figure({"x"}, 2);
      figure.id = other;
      section.blocks.push_back({FigureBlock{figure}});
    }
    document.sections.push_back(section);
  }
  std::set<std::string> ids;
  for (const PageTag& tag : page_tags(html_page(document))) {
    const std::string id = tag.at("id");
    if (!id.empty()) {
      EXPECT_TRUE(ids.insert(id).second) << id;
    }
  }
  EXPECT_GT(ids.size(), 100U);
}

TEST(PageTest, WhatIsReferredToIsThere) {
  for (const std::string& page : some_pages()) {
    const std::vector<PageTag> tags = page_tags(page);
    std::set<std::string> ids;
    for (const PageTag& tag : tags) ids.insert(tag.at("id"));
    for (const PageTag& tag : tags) {
      if (tag.name == "a") {
        EXPECT_THAT(ids, Contains(tag.at("href").substr(1)));
      }
      std::string names = tag.at("aria-labelledby");
      for (std::size_t blank = 0; !names.empty(); names.erase(0, blank + 1)) {
        blank = std::min(names.size() - 1, names.find(' '));
        const std::string name = names.substr(0, names.find(' '));
        EXPECT_THAT(ids, Contains(name));
      }
    }
  }
}

TEST(PageTest, NothingComesFromOutsideAndNoAttributeHoldsStyleOrScript) {
  for (const std::string& page : some_pages()) {
    for (const PageTag& tag : page_tags(page)) {
      EXPECT_NE(tag.name, "link");
      EXPECT_NE(tag.name, "img");
      for (const auto& [name, value] : tag.attributes) {
        EXPECT_NE(name, "style");
        EXPECT_NE(name, "src");
        EXPECT_NE(name.substr(0, 2), "on") << name;
        if (name == "href") {
          EXPECT_EQ(value.substr(0, 1), "#");
        }
        if (value.find("url(") != std::string::npos) {
          EXPECT_EQ(value.substr(0, 5), "url(#");
        }
      }
      if (tag.name == "style") {
        EXPECT_EQ(tag.text.find("url("), std::string::npos);
        EXPECT_EQ(tag.text.find("@import"), std::string::npos);
      }
    }
  }
}

TEST(PageTest, ThePolicyAllowsItsOwnStyleAndScriptAlone) {
  const std::vector<PageTag> tags = page_tags(html_page(document_with({"a"})));
  const std::vector<PageTag> styles = tags_named(tags, "style"),
                             scripts = tags_named(tags, "script");
  ASSERT_EQ(styles.size(), 1U);
  ASSERT_EQ(scripts.size(), 2U);
  EXPECT_EQ(scripts[0].at("type"), "application/json");
  EXPECT_EQ(tags_named(tags, "meta")[1].at("content"),
            "default-src 'none'; script-src " + policy_hash(scripts[1].text) + "; style-src " +
                policy_hash(styles[0].text) + "; base-uri 'none'; form-action 'none'");
}

TEST(PageTest, HostileNamesMakeNoElements) {
  std::set<std::string> plain, hostile;
  for (const PageTag& tag : page_tags(html_page(document_with({"a", "b"})))) plain.insert(tag.name);
  for (const PageTag& tag : page_tags(html_page(document_with(hostile_names())))) {
    hostile.insert(tag.name);
  }
  plain.insert("bdi");
  for (const std::string& name : hostile) EXPECT_THAT(plain, Contains(name));
}

TEST(PageTest, HoldsNoControlCharacterButLineBreaks) {
  const std::string page = html_page(document_with(hostile_names()));
  EXPECT_TRUE(std::none_of(page.begin(), page.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  }));
}

TEST(PageTest, HeadingsDescendByOneLevelAndThereIsOneTitle) {
  for (const std::string& page : some_pages()) {
    int last = 0, titles = 0;
    for (const PageTag& tag : page_tags(page)) {
      if (tag.name.size() != 2 || tag.name[0] != 'h' || tag.name == "hr") continue;
      const int level = tag.name[1] - '0';
      titles += level == 1;
      EXPECT_LE(level, last + 1) << tag.text;
      last = level;
    }
    EXPECT_EQ(titles, 1);
  }
}

TEST(PageTest, HasItsLandmarksAndASectionOfEachHeading) {
  const std::vector<PageTag> tags = page_tags(html_page(document_with({"a"})));
  for (const char* name : {"header", "nav", "main", "footer"}) {
    EXPECT_EQ(tags_named(tags, name).size(), 1U) << name;
  }
  EXPECT_EQ(tags_named(tags, "html")[0].at("lang"), "en");
  const std::vector<PageTag> sections = tags_named(tags, "section");
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[0].at("id"), "finding");
  EXPECT_EQ(sections[0].at("aria-labelledby"), "finding-heading");
}

TEST(PageTest, ChoicesStandTogetherAndTheFirstIsOpen) {
  const std::string page = html_page(document_with({"a"}));
  const std::vector<PageTag> tags = page_tags(page);
  std::vector<std::string> choices, open;
  for (const PageTag& tag : tags_named(tags, "details")) {
    if (tag.at("class") != "choice") continue;
    choices.push_back(tag.at("data-choice"));
    if (!tag.at("open").empty()) open.push_back(tag.at("data-choice"));
  }
  EXPECT_EQ(choices, (std::vector<std::string>{"2", "5", "10"}));
  EXPECT_EQ(open, std::vector<std::string>{"5"});
  EXPECT_EQ(count_of(page, "<div class=\"choices\">"), 1);
  EXPECT_LT(page.find("Chosen 2"), page.find("Dimensions d: 5"));
}

TEST(PageTest, WithoutAChoiceToMakeEverythingIsShown) {
  for (const std::vector<std::string>& choices : {std::vector<std::string>{}, {"5"}, {"1", "3"}}) {
    Document document = document_with({"a"});
    document.choices = choices;
    const std::string page = html_page(document);
    EXPECT_THAT(page, HasSubstr("<p>Chosen 2</p>"));
    EXPECT_THAT(page, HasSubstr("<p>Chosen 10</p>"));
    EXPECT_THAT(page, testing::Not(HasSubstr("<div class=\"choices\">")));
  }
}

TEST(PageTest, AFirstChoiceThatIsMissingIsTheFirstOne) {
  Document document = document_with({"a"});
  document.first_choice = "7";
  EXPECT_THAT(html_page(document), HasSubstr("data-choice=\"2\" open=\"open\""));
}

TEST(PageTest, AComparisonOfNineMethodsAtTwentyDimensionsStaysBelowThreeMegabytes) {
  Document document = document_with(numbered_names(6));
  document.choices.clear();
  Figure curves = lines_figure(numbered_names(6), 20);
  curves.panels.resize(9, curves.panels.front());
  document.sections[0].blocks.push_back({FigureBlock{curves}});
  document.sections[0].blocks.push_back({FigureBlock{curves}});
  document.sections[0].blocks.push_back({FigureBlock{cloud_figure(9, 2000)}});
  for (int d = 1; d <= 20; ++d) {
    document.choices.push_back(std::to_string(d));
    document.sections[1].blocks.push_back(
        {FigureBlock{every_kind(numbered_names(9))[1]}, document.choices.back()});
    document.sections[1].blocks.push_back(
        {document.sections[1].blocks[1].content, document.choices.back()});
  }
  const std::size_t bytes = html_page(document).size();
  EXPECT_LT(bytes, 3'000'000U);
  EXPECT_GT(bytes, 300'000U);
}

}  // namespace
}  // namespace fairpca
