// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fairness_path.h"
#include "figure/figure.h"

namespace fairpca {

/// The fronts of a path with its marks: overall error against gap, and for two groups the error of
/// one against that of the other.
Figure path_figure(const FairnessPath& path);

}  // namespace fairpca
