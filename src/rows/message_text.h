// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairpca {

/// `text` between single quotes for a message: cut after 60 bytes, control characters escaped.
std::string in_quotes(std::string_view text);

/// Up to `limit` names, each quoted, joined by commas; says how many more there are.
std::string quoted_list(const std::vector<std::string>& names, std::size_t limit = 10);

/// Whether `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);

}  // namespace fairpca
