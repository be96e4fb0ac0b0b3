// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "scaling/point.h"

namespace fairpca::scaling {

/// Writes the page, and its figures `scaling-time.svg` and `scaling-memory.svg` into `figures`.
void write_page(const std::filesystem::path& page, const std::filesystem::path& figures,
                const std::vector<Point>& points, double cap);

}  // namespace fairpca::scaling
