// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "fairpca/matrix.h"

namespace fairpca {

/// A smooth set of matrices with what a descent method asks of it; it knows no objective.
///
/// Points and tangent vectors are rows() x cols() matrices.  For every point v, tangent vectors xi
/// and eta at v, and ambient matrices a and b (checks.h measures each of these):
///   project(v, project(v, a)) = project(v, a)                    idempotent
///   <project(v, a), b> = <a, project(v, b)>                      self-adjoint
///   retract(v, 0) = v,  retract(v, t xi) = v + t xi + O(t^2)     a retraction
///   violation(retract(v, xi)) = 0                                stays on the set
///   transport(v, w, xi) is tangent at w
class Manifold {
 public:
  virtual ~Manifold() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;
  /// Degrees of freedom.
  virtual Index dimension() const = 0;

  /// Scalar product of two tangent vectors at `v`.
  virtual double inner(const Matrix& v, const Eigen::Ref<const Matrix>& xi,
                       const Eigen::Ref<const Matrix>& eta) const = 0;

  /// Closest tangent vector at `v` to an arbitrary matrix.
  virtual Matrix project(const Matrix& v, const Matrix& ambient) const = 0;

  /// The point reached from `v` by the tangent step `xi`.
  virtual Matrix retract(const Matrix& v, const Matrix& xi) const = 0;

  /// How far a matrix of the right shape is from being a point; 0 up to rounding for points.
  virtual double violation(const Matrix& v) const = 0;

  /// A point drawn with the given seed, uniformly if the set is compact.
  virtual Matrix random_point(std::uint64_t seed) const = 0;

  /// The tangent vector `xi` at `from` carried to the tangent space at `to`: here by projection.
  virtual Matrix transport(const Matrix& from, const Matrix& to, const Matrix& xi) const;

  /// transport() of every vector of `vectors`, which holds them side by side.
  virtual void transport_all(const Matrix& from, const Matrix& to,
                             Eigen::Ref<Matrix> vectors) const;

  /// Gradient on the manifold of a function whose gradient in the space of matrices is `euclidean`:
  /// here, as the metric is that of the surrounding space, its projection.
  virtual Matrix riemannian_gradient(const Matrix& v, const Matrix& euclidean) const;

  double norm(const Matrix& v, const Matrix& xi) const { return std::sqrt(inner(v, xi, xi)); }
};

}  // namespace fairpca
