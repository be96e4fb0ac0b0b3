// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace fairpca {

/// Text for an element or a quoted attribute of XML 1.0.  What XML forbids, what is not UTF-8 and
/// what nobody would see (control characters, marks of direction) becomes U+FFFD.
std::string xml_text(std::string_view text);

/// `text` with letters, digits, `-` and `_` alone: a name that may stand in `id` and `url(#...)`.
std::string xml_id(std::string_view text);

/// A length of the drawing: one decimal at most, no `-0`.
std::string length_text(double length);

/// A number for people: six significant digits at most.
std::string number_text(double number);

}  // namespace fairpca
