// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "page/document.h"

namespace fairpca {

/// A document of every kind of block, with `names` wherever a name may stand, and three choices.
Document document_with(const std::vector<std::string>& names);

/// A figure of `panels` panels with `points` points each.
Figure cloud_figure(int panels, int points);

}  // namespace fairpca
