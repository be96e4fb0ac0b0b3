// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linear_algebra/symmetric_eigen.h"
#include "spectral/tridiagonal_form.h"

namespace fairpca {

/// The curvatures 2 (lambda_i - mu_j) of a projection under a symmetric C: lambda_i are the
/// eigenvalues of V'CV for a frame V, mu_j those of C on its complement.
///
/// Few of the mu_j are known, those that are not clearly below all lambda_i.  For the others a
/// tridiagonal form of C is enough: dividing by curvatures is solving a system.  The coordinates of
/// a tangent, p x d and orthogonal to V, are for each lambda_i in turn p numbers of that form,
/// without the known eigenvectors, and one for each of these.
class ProjectionCurvature {
 public:
  /// `combined` has the lower triangle of C, `image` is C V.
  ProjectionCurvature(const Matrix& frame, const Matrix& image, const Matrix& combined);

  /// The largest lambda less the smallest mu; above 0.
  double spread() const { return spread_; }
  /// The number of curvatures below a negative limit.
  Index count_below(double limit) const;

  /// One row for each of the p x d matrices side by side in `tangents`; their parts along V are
  /// left out.
  Matrix coordinates(Matrix tangents) const;
  Matrix tangent(const Vector& coordinates) const;

  /// Rows of coordinates, every one over |curvature| + added.
  Matrix over_absolute(const Matrix& coordinates, double added) const;
  /// The same over the curvature itself; those nearer to 0 than `least` count as it.
  Matrix over_signed(const Matrix& coordinates, double least) const;

 private:
  Index size() const { return frame_.rows() + near_.values.size(); }
  void remove_near(Eigen::Ref<Matrix> rows) const;
  template <class Known>
  Matrix divided(const Matrix& coordinates, double added, const Known& known) const;

  Matrix frame_;
  SymmetricEigen inside_;  ///< of V'CV
  double away_;            ///< the eigenvalue that V has in `outside_`, above all others
  TridiagonalForm outside_;
  double spread_ = 0;
  Eigenpairs near_;  ///< the known mu_j, vectors in the coordinates of the form
};

}  // namespace fairpca
