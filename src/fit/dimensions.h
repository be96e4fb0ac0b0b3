// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "fairpca/fit/fit_settings.h"

namespace fairpca {

/// `Dimensions::most` of the word mle: 1 to p - 1, by Minka's evidence for plain PCA.
inline constexpr Index kMostByEvidence = std::numeric_limits<Index>::max();

inline bool is_by_evidence(const Dimensions& dimensions) {
  return dimensions.most == kMostByEvidence;
}

/// d for these moments; throws InvalidArgument with the allowed range.  `max` is p or p - 1.
Index resolve_dimensions(const Dimensions& dimensions, const PreparedMoments& moments, Index max,
                         SpectralSolver& spectral);

}  // namespace fairpca
