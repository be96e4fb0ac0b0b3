// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

enum class EigenMethod { kAutomatic, kDense, kLanczos };

struct SpectralOptions {
  EigenMethod method = EigenMethod::kAutomatic;
  /// A pair is accepted when |A v - l v| <= residual_tolerance * |A|.
  double residual_tolerance = 1e-13;
  /// Off only to measure its cost or to test what depends on it: results are then not certified.
  bool inertia_check = true;
};

/// The d largest eigenvalues of a symmetric matrix with their eigenvectors.
struct TopEigenpairs {
  Vector values;           ///< d values, largest first
  Matrix vectors;          ///< p x d, orthonormal, signed by sign_convention.h
  double next_value = 0;   ///< eigenvalue d+1; -infinity when d = p
  double gap() const { return values(values.size() - 1) - next_value; }
  double residual = 0;     ///< max_i |A v_i - l_i v_i| / |A|
  /// The inertia check passed: A has no eigenvalue above values(d-1) + excess besides these, so
  /// sigma_d(A) <= values.sum() + d * excess.
  bool certified = false;
  double excess = 0;
  EigenMethod method = EigenMethod::kDense;  ///< the one whose result was accepted
};

/// Solves top-d eigenproblems and counts them; every accepted result has passed an inertia check
/// (Cholesky of the shifted, deflated matrix: p^3/3 flops), a Lanczos result that fails it is
/// solved again densely.  Deterministic; uses one thread.
class SpectralSolver {
 public:
  explicit SpectralSolver(SpectralOptions options = {});

  /// `symmetric` is p x p, only its lower triangle is read; 1 <= d <= p.
  /// Throws InvalidArgument for another shape or a number that is not finite.
  TopEigenpairs top(const Matrix& symmetric, Index d);

  /// All eigenpairs, largest first.  Counts as one solve.
  TopEigenpairs all(const Matrix& symmetric);

  int solves() const { return solves_; }
  bool all_certified() const { return all_certified_; }
  const SpectralOptions& options() const { return options_; }

 private:
  SpectralOptions options_;
  int solves_ = 0;
  bool all_certified_ = true;
};

}  // namespace fairpca
