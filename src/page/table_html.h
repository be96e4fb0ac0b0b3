// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "page/document.h"
#include "page/html_text.h"

namespace fairpca {

/// A table with its caption, headers of columns and rows, in a region that scrolls by itself.
std::string table_html(const DocumentTable& table, PageIds& ids);

}  // namespace fairpca
