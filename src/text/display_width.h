// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairpca {

/// Columns a terminal gives a character: 2 for those Unicode calls wide (East Asian Width W and F,
/// emoji among them), 0 for marks that combine with the character before them, otherwise 1.
int display_width(std::uint32_t code);

/// Columns of a text without control characters; a byte that is not UTF-8 counts 1.
std::size_t display_width(std::string_view text);

/// `text`, or its start and its end around `…`, in at most `width` >= 1 columns.  Names that differ
/// only at one end (`Female, 25 - 45`, `Female, over 45`) stay different where there is room.
std::string shortened(std::string_view text, std::size_t width);

/// `text` in lines of at most `width` columns, those after the first behind `indent` blanks.  Lines
/// break at blanks, not inside '...' or `...`, which people copy; what is longer than a line keeps
/// a line of its own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

}  // namespace fairpca
