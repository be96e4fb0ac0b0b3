// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

/// The rule for a lambda beyond the condition of Theorem 3.2 (two groups) or B.2 (more) of Vu et
/// al.: for every group lambda <= share_g, or no projection has an error of g below radius_g.
/// Problems of one rule are about the same second moments.
class LambdaRule {
 public:
  LambdaRule(LargeLambda rule, Index d, SpectralSolver& spectral)
      : rule_(rule), d_(d), spectral_(spectral) {}

  /// With kReset, lambda becomes the smallest share of a group where the condition fails; says so.
  std::optional<Message> apply(RobustProblem& problem);

  /// Adds the lambda of `used`, and what apply() said, to the solution of it.
  void tell(const RobustProblem& used, const std::optional<Message>& reset,
            ProjectionSolution& solution) const;

 private:
  /// The least error of a group under any projection: one eigen-solve, kept.
  double least_error(const RobustProblem& problem, Index group);

  LargeLambda rule_;
  Index d_;
  SpectralSolver& spectral_;
  std::vector<std::optional<double>> least_;
};

}  // namespace fairpca
