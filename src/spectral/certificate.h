// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "spectral/eigenpairs.h"

namespace fairpca {

/// Top pairs with what was measured on them; all of it enters the bound of
/// docs/methods/eigenpairs.md.
struct MeasuredPairs {
  Vector values;                  ///< d Rayleigh quotients, largest first
  Matrix vectors;                 ///< p x d
  double next_value = 0;          ///< Rayleigh quotient d+1; -infinity when d = p
  double max_residual = 0;        ///< max_i |A v_i - l_i v_i|
  double residual_norm = 0;       ///< |A V - V L|_F
  double next_residual = 0;       ///< residual of pair d+1; 0 when d = p
  double orthogonality_loss = 0;  ///< |V'V - I|_F
};

/// Rayleigh quotients and residuals of min(d+1, p) candidate pairs, sorted again; the vectors are
/// taken as they are.
MeasuredPairs measure(const Matrix& symmetric, Eigenpairs pairs, Index d);

/// What the inertia check proves when it passes.
struct Certificate {
  bool proven = false;
  double excess = 0;  ///< sigma_d(A) <= values.sum() + d * excess
};

/// Cholesky of t I - A + V (L - c I) V' with t just above next_value: success means that A has no
/// eigenvalue above t besides the d pairs.  In single precision where its worst case is less than
/// half of the gap; then none above the middle of the gap.  `norm` is |A|_F; `factorize` false
/// leaves the certificate unproven and only says which excess it would have.
Certificate certify(const Matrix& symmetric, double norm, const MeasuredPairs& pairs,
                    bool factorize, Matrix& work);

}  // namespace fairpca
