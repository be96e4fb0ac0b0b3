// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fairness_path.h"

namespace fairpca {

/// What may be published of the path of these moments (docs/methods/small-groups.md).
FairnessPath published_path(const GroupMoments& moments, const FitSettings& settings,
                            const PathOptions& options, const SolveObserver& observer);

}  // namespace fairpca
