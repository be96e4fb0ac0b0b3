// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/robust_fair_pca.h"
#include "fairpca/optimize/objective.h"
#include "fit/robust/robust_objective.h"

namespace fairpca {

/// F as a function of a frame with orthonormal columns: V spans what is kept (p x d) or, as the
/// paper has it, U what is given up (p x (p - d)).  F depends on the errors alone, so both forms
/// have the same values, and subgradient steps keep them orthogonal complements of each other.
class RobustFrameObjective final : public Objective {
 public:
  enum class Frame { kKept, kGivenUp };

  /// Keeps a reference to the problem.
  RobustFrameObjective(const RobustProblem& problem, Frame frame)
      : problem_(problem), pairs_(problem), frame_(frame) {}

  double value(const Matrix& point) const override;
  Matrix gradient(const Matrix& point) const override;
  double value_and_gradient(const Matrix& point, Matrix& gradient_at_point) const override;

  /// e_g of the groups.
  Vector errors(const Matrix& point) const;

 private:
  const RobustProblem& problem_;
  RobustPairs pairs_;
  Frame frame_;
};

/// Plain PCA of the rows of all groups: where lambda = 0 and no radii lead.
Matrix robust_pca_frame(const RobustProblem& problem, Index d, SpectralSolver& spectral);

}  // namespace fairpca
