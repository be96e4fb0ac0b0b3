// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_problems.h"

namespace fairpca {

RobustProblem robust_problem_of(const std::vector<Matrix>& family, double lambda, double radius) {
  const auto groups = static_cast<Index>(family.size());
  RobustProblem problem{.second_moments = refs(family),
                        .shares = Vector::LinSpaced(groups, 1, static_cast<double>(groups)),
                        .radii = Vector(groups),
                        .lambda = lambda};
  problem.shares /= problem.shares.sum();
  problem.radii = radius * problem.shares.cwiseSqrt().cwiseInverse();
  return problem;
}

Vector errors_of(const std::vector<Matrix>& family, const Matrix& frame) {
  Vector errors = -inner_products(family, frame * frame.transpose());
  for (Index g = 0; g < errors.size(); ++g)
    errors(g) += family[static_cast<std::size_t>(g)].trace();
  return errors;
}

}  // namespace fairpca
