// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "figure/figure.h"
#include "scaling/point.h"

namespace fairpca::scaling {

/// A panel for each axis, a line for each method, both axes logarithmic.
Figure growth_figure(const std::vector<Point>& points, const std::string& id,
                     const std::string& title, const std::string& unit,
                     const std::function<double(const Point&)>& number);

}  // namespace fairpca::scaling
