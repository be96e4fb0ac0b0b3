// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Proven bounds on the eigenvalues of a symmetric matrix, from one full eigen-solve A = Q L Q' + E
/// whose errors are evaluated: every eigenvalue is within
///   slack = |E|_F + |Q'Q - I|_F max|l| + 4 eps |A|_F
/// of the one computed (Weyl for E, Ostrowski for Q).
class EigenvalueBounds {
 public:
  explicit EigenvalueBounds(const Matrix& symmetric);

  /// U_d >= sigma_d, the sum of the d largest; of all of them the trace.
  double upper_sum(Index d) const;
  /// At most sigma_d.
  double lower_sum(Index d) const;
  Vector upper(Index d) const;  ///< the d largest, each from above, largest first
  double slack() const { return slack_; }
  const Vector& values() const { return values_; }  ///< as computed, largest first

 private:
  Vector values_;
  double trace_ = 0, slack_ = 0;
};

/// U_d of a matrix of which nothing else is needed.
double top_sum_bound(const Matrix& symmetric, Index d);

}  // namespace fairpca
