// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "page/document.h"
#include "page/html_text.h"

namespace fairpca {

/// What blocks need to know of the page they are in.
struct PageContext {
  const Document& document;
  PageIds ids = {};
  bool draws_clouds_twice = true;  ///< figures of many points for phones as well
};

/// Blocks one after another.  Those that belong to a choice and stand together are a group of
/// `<details>`, one per choice, the first open; a script turns them into one that is chosen.
std::string blocks_html(const std::vector<Block>& blocks, PageContext& context);

}  // namespace fairpca
