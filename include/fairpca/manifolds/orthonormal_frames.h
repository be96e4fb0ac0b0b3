// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/manifolds/manifold.h"

namespace fairpca {

/// How a step is brought back to orthonormal columns: the Q factor, or the closest frame.
enum class Retraction { kQr, kPolar };

/// Q factor of a p x d matrix of rank d <= p, columns signed so that diag(R) > 0.
/// Costs about 4 p d^2 flops.
Matrix qr_factor(const Matrix& matrix);

/// Closest matrix with orthonormal columns, Y (Y'Y)^{-1/2}, to a p x d matrix Y of rank d <= p.
Matrix polar_factor(const Matrix& matrix);

/// What Stiefel and Grassmann share: points are p x d matrices with orthonormal columns, the metric
/// is that of R^{p x d}, <xi, eta> = tr xi'eta.  No call costs more than O(p d^2).
class OrthonormalFrames : public Manifold {
 public:
  Index rows() const override { return p_; }
  Index cols() const override { return d_; }
  Retraction retraction() const { return retraction_; }

  double inner(const Matrix& v, const Eigen::Ref<const Matrix>& xi,
               const Eigen::Ref<const Matrix>& eta) const override;

  /// Q or polar factor of v + xi.  The sign rule of qr_factor keeps t -> retract(v, t * xi)
  /// continuous, which the line search relies on.
  Matrix retract(const Matrix& v, const Matrix& xi) const override;

  /// |V'V - I|_F.
  double violation(const Matrix& v) const override;

  /// The Q factor of a Gaussian matrix: uniformly distributed.
  Matrix random_point(std::uint64_t seed) const override;

 protected:
  /// Throws InvalidArgument unless 1 <= d <= p.
  OrthonormalFrames(Index p, Index d, Retraction retraction);

 private:
  Index p_, d_;
  Retraction retraction_;
};

}  // namespace fairpca
