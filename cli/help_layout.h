// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairpca::cli {

/// Help fits a terminal of this width; it does not depend on the terminal, so that what is piped or
/// pasted is the same.
inline constexpr std::size_t kHelpWidth = 80;

/// `text` in lines of at most kHelpWidth columns, broken at blanks.  The first line begins behind
/// `used` columns, the others behind `indent` blanks; no newline at the end.
std::string wrapped_help(std::string_view text, std::size_t indent, std::size_t used);

/// The type that value_name_of() gives an option, `X > 0` or `exact|subgradient`: what stands
/// behind the flag (`X`, `WORD`), and what the value may be (`> 0`, `exact | subgradient`).
struct ValueName {
  std::string shown, allowed;
};
ValueName split_value_name(const std::string& type);

/// Two columns: what is typed, two blanks from the left, and what it is, as wide as the longest of
/// the former asks, up to a limit.  Something longer than that has a line of its own.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& lines);

}  // namespace fairpca::cli
