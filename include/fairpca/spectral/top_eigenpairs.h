// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// kAutomatic takes Lanczos when p >= 100 and 10 d <= p, otherwise LAPACK: on rotated power
/// laws (exponents 0.25, 0.75, 2), top d + 1 pairs without the check, Lanczos needs this share of
/// the time of dsyevr: p = 60, d = 10: 0.4-1.0; p = 100, d = 10: 0.4-0.9; p = 100, d = 20: 0.4-1.2;
/// p = 576, d = 20: 0.1-0.4; p = 576, d = 100: 0.4-1.4; p = 1764, d = 20: 0.08-0.15.
enum class EigenMethod { kAutomatic, kDense, kLanczos };

struct SpectralOptions {
  EigenMethod method = EigenMethod::kAutomatic;
  /// A pair is accepted when |A v - l v| <= residual_tolerance * |A|_F; otherwise it is solved
  /// again by the next more reliable method.  In (0, 1).
  double residual_tolerance = 1e-13;
  /// Off only to measure its cost or to test what depends on it: results are then not certified.
  bool inertia_check = true;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// The d largest eigenvalues of a symmetric matrix with their eigenvectors.
struct TopEigenpairs {
  Vector values;          ///< d values, largest first
  Matrix vectors;         ///< p x d, orthonormal, signed by sign_convention.h
  double next_value = 0;  ///< eigenvalue d+1; -infinity when d = p
  double residual = 0;    ///< max_i |A v_i - l_i v_i| / |A|_F
  /// The inertia check passed: besides these pairs A has no eigenvalue above the middle of a wide
  /// gap, above next_value (but for rounding) otherwise, or above values(d-1) + excess; and the d
  /// largest sum to at most sum_upper_bound().  docs/methods/eigenpairs.md has the proof.
  bool certified = false;
  /// What residuals, lost orthogonality, eigenvalue ties and rounding can hide per eigenvalue:
  /// about eps |A|_F where eigenvalue d is simple, eps * sqrt(p) |A| at a tie.  A proven number
  /// only if certified.
  double excess = 0;
  EigenMethod method = EigenMethod::kDense;  ///< the one whose result was accepted

  double gap() const { return values(values.size() - 1) - next_value; }
  /// sigma_d(A) <= values.sum() + d * excess.
  double sum_upper_bound() const {
    return values.sum() + static_cast<double>(values.size()) * excess;
  }
};

/// Solves top-d eigenproblems and counts them; every accepted result has passed an inertia check
/// (Cholesky of the shifted, deflated matrix: p^3/3 flops).  A Lanczos result that fails is solved
/// again by LAPACK's dsyevr, a dsyevr result by dsyevd.  Deterministic; uses one thread; keeps one
/// p x p workspace between calls.
class SpectralSolver {
 public:
  explicit SpectralSolver(SpectralOptions options = {});

  /// `symmetric` is p x p, only its lower triangle is read; 1 <= d <= p.
  /// Throws InvalidArgument for another shape, a number that is not finite, or an eigenvalue that
  /// would overflow.
  TopEigenpairs top(const Matrix& symmetric, Index d);

  /// The same without the inertia check, for the steps of a search whose result is verified at the
  /// end: `certified` is false.
  TopEigenpairs estimate(const Matrix& symmetric, Index d);

  /// The inertia check of `pairs`, which estimate() found for this matrix (all of them, or the
  /// leading ones with next_value set to the following value).  If it fails they are solved for
  /// again by LAPACK, and checked.  Returns and sets `pairs.certified`; false when the check is
  /// turned off.
  bool verify(const Matrix& symmetric, TopEigenpairs& pairs);

  /// All eigenpairs, largest first: top(symmetric, p).
  TopEigenpairs all(const Matrix& symmetric);

  /// Eigenproblems solved so far; one that was solved again counts again.
  int solves() const { return solves_; }
  /// Every result returned so far was certified.
  bool all_certified() const { return all_certified_; }
  const SpectralOptions& options() const { return options_; }

  /// Counts what `other`, on another thread, has solved.
  void count(const SpectralSolver& other) {
    solves_ += other.solves_;
    all_certified_ = all_certified_ && other.all_certified_;
  }

 private:
  TopEigenpairs run(const Matrix& symmetric, Index d, bool check);
  TopEigenpairs solve(const Matrix& symmetric, double norm, Index d, bool check,
                      EigenMethod method);

  SpectralOptions options_;
  int solves_ = 0;
  bool all_certified_ = true;
  Matrix work_;
};

}  // namespace fairpca
