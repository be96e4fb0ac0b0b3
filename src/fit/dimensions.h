// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fit_settings.h"

namespace fairpca {

/// d for these moments; throws InvalidArgument with the allowed range.  `max` is p or p - 1.
Index resolve_dimensions(const Dimensions& dimensions, const PreparedMoments& moments, Index max,
                         SpectralSolver& spectral);

}  // namespace fairpca
