// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/manifolds/orthonormal_frames.h"

namespace fairpca {

/// d-dimensional subspaces of R^p, each given by any orthonormal frame V of it.
///
/// For functions with f(VQ) = f(V) for every orthogonal d x d matrix Q.  Tangent vectors are the
/// horizontal ones, V'xi = 0: moving inside the subspace changes nothing.
class Grassmann final : public OrthonormalFrames {
 public:
  /// Throws InvalidArgument unless 1 <= d <= p.
  Grassmann(Index p, Index d, Retraction retraction = Retraction::kQr)
      : OrthonormalFrames(p, d, retraction) {}

  Index dimension() const override { return cols() * (rows() - cols()); }

  /// A - V V'A.
  Matrix project(const Matrix& v, const Matrix& ambient) const override;

  void transport_all(const Matrix& from, const Matrix& to,
                     Eigen::Ref<Matrix> vectors) const override;

  /// Length of the shortest path between the subspaces: the norm of their principal angles.
  double distance(const Matrix& v, const Matrix& w) const;
};

/// Angles between the subspaces spanned by two p x d frames, smallest first, in [0, pi/2]; small
/// ones are as accurate as large ones.
Vector principal_angles(const Matrix& v, const Matrix& w);

}  // namespace fairpca
