// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/mmd/mmd_problem.h"

namespace fairpca {

/// The problem of a sample, corrected so that values and gradients at V_0 are those of all rows:
///   h_j(V) + (H_j - h_j)(V_0) + <D_j, VV'V_0>,   D_j = grad (H_j - h_j)(V_0), orthogonal to V_0.
/// It sees only the subspace, as MMD^2 by the Gaussian kernel does.
///
/// A search on it costs passes over the sample alone.  Corrected again where each search ends, it
/// leads to a solution of all rows, the faster the more alike the curvatures are.
class CorrectedProblem final : public ConstrainedObjective {
 public:
  /// The sample must outlive it.  One pass over the pairs of all rows.
  CorrectedProblem(const MmdProblem& sample, const MmdProblem& all, const Matrix& point);

  Index constraints() const override { return sample_.constraints(); }
  double values(const Matrix& point, Vector& constraints, bool keep) const override;
  Matrix gradient(const Matrix& point, const Vector& weights) const override;

 private:
  const MmdProblem& sample_;
  Matrix point_;
  Vector shifts_;                   ///< (H_j - h_j)(V_0)
  std::vector<Matrix> directions_;  ///< the D_j
};

}  // namespace fairpca
