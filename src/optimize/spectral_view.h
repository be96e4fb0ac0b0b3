// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "optimize/cluster_saddle.h"

namespace fairpca {

/// The family of matrices as seen from the leading eigenvectors of A(w) = sum_j w_j A_j: all that a
/// model of w -> sigma_d(A(w)) near w needs.
struct SpectralView {
  Vector weights;                       ///< w
  std::shared_ptr<const Matrix> basis;  ///< V, p x k, k > d eigenvectors of A(w)
  Vector values;                        ///< their eigenvalues, largest first
  std::vector<Matrix> matrices;         ///< V'A_j V
  /// For eigenvector i the m x m matrix of <r_ji, r_li>, r_ji the part of A_j v_i outside the span
  /// of V; empty when k = p.
  std::vector<Matrix> outside;
  double outside_value = 0;    ///< mean of the eigenvalues that are not known
  double sum_upper_bound = 0;  ///< of sigma_d(A(w)); proven when certified
  bool certified = false;

  Index known() const { return values.size(); }
  Index count() const { return weights.size(); }
  bool complete() const { return outside.empty(); }
  /// Everything at s w instead of w.
  void scale(double s);
};

/// One eigen-solve for `known` pairs, without inertia check, and k products with each matrix.
SpectralView view_at(const MatrixRefs& matrices, const Vector& weights, Index d, Index known,
                     SpectralSolver& spectral);

/// Checks the inertia behind `sum_upper_bound`; may move the bound.
void verify(const MatrixRefs& matrices, Index d, SpectralSolver& spectral, SpectralView& view);

/// Eigenvalues [begin, end), 0-based, treated as a cluster around the d-th: begin < d < end.
struct Window {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

/// The `width` eigenvalues nearest to the boundary between d and d + 1.
Window nearest_window(const SpectralView& view, Index d, Index width);

/// The dual as the cluster sees it, all other eigenvectors held fixed: an upper bound on D that
/// touches it at the view's weights.  No curvature.
ClusterSaddle cluster_problem(const FantopeProblem& problem, const SpectralView& view,
                              const Window& window);

/// Second derivative of sigma_d(A(.)) at the view's weights beyond the cluster: pairs of
/// eigenvectors that are not both in it, the cluster occupied as Q says.
Matrix outer_curvature(const SpectralView& view, Index d, const Window& window, const Matrix& q);

/// Coefficients K of the point V K V' = P_above + E Q E' of the Fantope.
Matrix cluster_coefficients(const SpectralView& view, const Window& window, const Matrix& q);

/// The same with eigenvectors moved, to first order, to where they are at `weights`.
Matrix moved_coefficients(const SpectralView& view, const Window& window, const Matrix& q,
                          const Vector& weights);

/// (<V'A_j V, K>)_j.
Vector captured(const SpectralView& view, const Matrix& coefficients);

}  // namespace fairpca
