// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "figure/figure.h"

namespace fairpca {

/// `data-label`, `data-x`, `data-y`, ... of a point: what a script shows and sorts by.
std::string data_attributes(const Panel& panel, const MarkPoint& point);

/// What is shown on hover without a script: names and numbers of a point, as `<title>`.
std::string point_title(const Figure& figure, const Panel& panel, int series,
                        const MarkPoint& point);

}  // namespace fairpca
