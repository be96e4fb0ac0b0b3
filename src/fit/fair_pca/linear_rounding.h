// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "optimize/weighted_dual.h"

namespace fairpca {

/// The rounding of Samadi et al. (2018), Algorithm 1, for any number of groups: the eigenvectors
/// u_i of `point` are kept and their weights chosen again as an extreme solution of the linear
/// program
///
///   min over l of max_g offsets_g - sum_i l_i u_i'A_g u_i,   0 <= l <= 1,  sum_i l_i = d,
///
/// a vertex: at most as many weights are strictly between 0 and 1 as losses are largest, so the
/// rank is at most d + G - 1; value not above that of `point`.
FantopePoint round_by_linear_program(const FantopeProblem& problem, const FantopePoint& point);

}  // namespace fairpca
