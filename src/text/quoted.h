// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/shown_text.h"

namespace fairpca {

/// `text` between single quotes for a message, as shown_text() shows it: cut after 60 characters.
std::string in_quotes(std::string_view text);

/// Up to `limit` names, each quoted, joined by commas; says how many more there are.
std::string quoted_list(const std::vector<std::string>& names, std::size_t limit = 10);

}  // namespace fairpca
