// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace fairpca {

/// Whether `text` is a number to people but not to programs: with groups of three digits (1,234.5,
/// 1.234,5, 1 234, 1'234), a decimal comma (3,14), a sign of money or percent ($5, 5 EUR, 12%), or
/// in brackets for a negative one.  A number that programs read (12.5) is not.
bool looks_like_written_number(std::string_view text);

}  // namespace fairpca
