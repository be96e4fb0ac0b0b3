// SPDX-License-Identifier: BSD-3-Clause
#include "page/page.h"

#include <gtest/gtest.h>

namespace fairpca {
namespace {

TEST(PageTest, AnEmptyDocumentIsAPage) {
  EXPECT_NE(html_page({.title = "Nothing"}).find("<h1>Nothing</h1>"), std::string::npos);
}

}  // namespace
}  // namespace fairpca
