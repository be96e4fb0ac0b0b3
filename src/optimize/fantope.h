// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/optimize/matrix_refs.h"

namespace fairpca {

/// A point P = U diag(weights) U' of the Fantope F_d = {P : 0 <= P <= I, tr P = d}, the convex hull
/// of the projections on d dimensions.
struct FantopePoint {
  Matrix basis;    ///< U, p x rank, orthonormal columns
  Vector weights;  ///< in (0, 1], sum d, largest first
  Index rank() const { return weights.size(); }
};

/// (<A_j, P>)_j.  Costs p^2 rank flops per matrix.
Vector captured(const MatrixRefs& matrices, const FantopePoint& point);

/// U diag(weights) U' for orthonormal columns U: those with positive weight, largest first.
FantopePoint sorted_point(const Matrix& basis, const Vector& weights);

/// The point F F' with F p x r, which must lie in F_d but for rounding: eigenvalues within
/// `snap` of 0 and 1 are set to 0 and 1, and the others shifted so that they sum to d.
FantopePoint fantope_point(const Matrix& factor, Index d, double snap = 1e-10);

/// Another point of the Fantope with <A_j, .> = <A_j, P> + t rates_j for one t >= 0 and k weights
/// strictly between 0 and 1, k (k + 1) / 2 <= number of matrices: its rank is at most
/// d + floor(sqrt(2 m + 1/4) - 3/2) for m matrices (Tantipongpipat et al. 2019).
///
/// The rates are positive: nothing is lost, and where P is optimal for a criterion that t > 0 would
/// improve, nothing changes (t = 0).  Costs a small eigenproblem per weight removed.
FantopePoint reduce_rank(const MatrixRefs& matrices, FantopePoint point, const Vector& rates);

}  // namespace fairpca
