// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/matrix.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// Whether two groups can have exactly the same reconstruction error at dimension d.
struct EqualError {
  bool attainable = false;
  /// The smallest dimension where they can; every larger one serves as well.  Empty: none below p,
  /// because one group varies more than the other in every direction.
  std::optional<Index> smallest_dimension;
  double smallest_gap = 0;  ///< the least |e_0 - e_1| of any projection on d dimensions
};

/// With D = M_0 - M_1, e_0 - e_1 = <I - P, D> takes every value between the sums of the p - d
/// smallest and of the p - d largest eigenvalues of D, and no other (Proposition 2.2 of Vu et al.
/// 2022, corrected; docs/methods/robust-fair-pca.md).  One full eigen-solve.
/// Throws InvalidArgument unless 1 <= d < p.
EqualError equal_error(const Matrix& m0, const Matrix& m1, Index d, SpectralSolver& spectral);

}  // namespace fairpca
