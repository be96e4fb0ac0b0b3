// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "page/document.h"

namespace fairpca {

/// The document as one HTML file: no network, no file beside it, readable without scripts.  Its
/// Content-Security-Policy allows its own style and script by their hashes and nothing else.
/// The same bytes for the same document.
std::string html_page(const Document& document);

}  // namespace fairpca
