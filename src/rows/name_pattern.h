// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace fairpca {

/// Whether `text` holds * or ?.
bool is_name_pattern(std::string_view text);

/// Whether all of `name` is what `pattern` says: * any text, also none; ? one UTF-8 character.
bool matches_name_pattern(std::string_view name, std::string_view pattern);

/// `pattern` without * and ?: what names are compared with when it matches none.
std::string without_wildcards(std::string_view pattern);

}  // namespace fairpca
