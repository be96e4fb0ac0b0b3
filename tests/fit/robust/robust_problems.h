// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/robust/robust_objective.h"
#include "optimize/matrix_families.h"

namespace fairpca {

/// Shares proportional to 1, 2, 3, ...; radii falling with them.
RobustProblem robust_problem_of(const std::vector<Matrix>& family, double lambda, double radius);

/// Errors of a frame, from the definition.
Vector errors_of(const std::vector<Matrix>& family, const Matrix& frame);

}  // namespace fairpca
