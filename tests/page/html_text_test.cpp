// SPDX-License-Identifier: BSD-3-Clause
#include "page/html_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "figure/figures_for_tests.h"

namespace fairpca {
namespace {

TEST(HtmlTextTest, MarkupIsText) {
  EXPECT_EQ(html_text("<b a=\"1\">&amp;'"), "&lt;b a=&quot;1&quot;&gt;&amp;amp;&#39;");
}

TEST(HtmlTextTest, WhatNobodyWouldSeeIsShownAsReplaced) {
  EXPECT_EQ(html_text("a\tb\x1b\u202e"), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(html_text("\xff"), "\uFFFD");
}

TEST(HtmlTextTest, NamesFromRightToLeftAreIsolatedWithTheirBlanks) {
  EXPECT_EQ(html_text("of \u05d0\u05d1 \u05d2: 12 rows"),
            "of <bdi>\u05d0\u05d1 \u05d2</bdi>: 12 rows");
  EXPECT_EQ(html_text("\u0645, \u0631"), "<bdi>\u0645</bdi>, <bdi>\u0631</bdi>");
}

TEST(HtmlTextTest, NumbersStayWithTheirPerCentSign) {
  EXPECT_EQ(html_text("95 % of 5 % or x %"), "95\u00a0% of 5\u00a0% or x %");
}

TEST(HtmlTextTest, LinesOfCodeStayLines) {
  EXPECT_EQ(html_lines("a <b\n\nc"), "a &lt;b\n\nc");
}

TEST(JsonBlockTest, HoldsTheSameValueAndCannotEndItsElement) {
  nlohmann::json value = {{"</script><!--", "a & b > c \u2028 \u2029 \u05d0"}};
  for (const std::string& name : hostile_names()) {
    value["names"].push_back(
        nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  const std::string block = json_block(value.dump());
  EXPECT_EQ(nlohmann::json::parse(block), value);
  EXPECT_EQ(block.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(block.find("\u2028"), std::string::npos);
  EXPECT_EQ(block.find("\u2029"), std::string::npos);
}

// Known from outside: `printf '' | openssl dgst -sha256 -binary | base64`, and the same of `abc`.
TEST(PolicyHashTest, IsTheBase64OfTheDigest) {
  EXPECT_EQ(policy_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  EXPECT_EQ(policy_hash("abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

TEST(PageIdsTest, NoIdIsGivenTwice) {
  PageIds ids;
  EXPECT_EQ(ids.take("a b"), "a-b");
  EXPECT_EQ(ids.take("a-b"), "a-b-2");
  EXPECT_EQ(ids.take("a-b-2"), "a-b-2-2");
  EXPECT_EQ(ids.take("a-b"), "a-b-3");
}

}  // namespace
}  // namespace fairpca
