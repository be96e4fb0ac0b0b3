// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fairness_path.h"

namespace fairpca {

/// The point of a front whose groups have these errors.
PathPoint path_point(const PreparedMoments& moments, std::vector<double> weights,
                     std::vector<double> group_errors);

/// fairness_path for more than two groups: weights swept from the shares (PCA) to those of fair
/// PCA.
FairnessPath fairness_path_groups(const PreparedMoments& moments, Index d,
                                  const PathOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer);

}  // namespace fairpca
