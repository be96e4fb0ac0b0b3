// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/robust/robust_objective.h"
#include "optimize/matrix_families.h"

namespace fairpca {

/// Shares proportional to 1, 2, 3, ...; radii falling with them.
inline RobustProblem robust_problem_of(const std::vector<Matrix>& family, double lambda,
                                       double radius) {
  const auto groups = static_cast<Index>(family.size());
  RobustProblem problem{.second_moments = refs(family),
                        .shares = Vector::LinSpaced(groups, 1, static_cast<double>(groups)),
                        .radii = Vector(groups),
                        .lambda = lambda};
  problem.shares /= problem.shares.sum();
  problem.radii = radius * problem.shares.cwiseSqrt().cwiseInverse();
  return problem;
}

/// Errors of a frame, from the definition.
inline Vector errors_of(const std::vector<Matrix>& family, const Matrix& frame) {
  Vector errors = -inner_products(family, frame * frame.transpose());
  for (Index g = 0; g < errors.size(); ++g)
    errors(g) += family[static_cast<std::size_t>(g)].trace();
  return errors;
}

}  // namespace fairpca
