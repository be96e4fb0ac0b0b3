// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "figure/figure.h"

namespace fairpca {

/// The figure as an SVG document of its own: axes, a polyline per line (broken where a value is not
/// finite), a legend.  Names may hold any text.
std::string line_chart_svg(const Figure& figure);

}  // namespace fairpca
