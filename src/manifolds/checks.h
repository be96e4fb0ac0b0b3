// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/manifolds/manifold.h"

namespace fairpca {

/// A tangent vector at `v` of norm 1, drawn with the given seed (0 if the manifold is a point).
Matrix random_tangent(const Manifold& manifold, const Matrix& v, std::uint64_t seed);

/// By how much the identities that manifold.h demands fail at one random point.  The first six are
/// rounding errors on a correct manifold, whose points and vectors here are of size 1.
struct ManifoldErrors {
  double idempotence = 0;         ///< |P P a - P a|
  double self_adjointness = 0;    ///< |<P a, b> - <a, P b>|
  double zero_retraction = 0;     ///< |retract(v, 0) - v|
  double violation = 0;           ///< largest violation of retract(v, t xi) over t from 1e-8 to 1e3
  double transport_tangency = 0;  ///< |P_w tau - tau| for tau = transport(v, w, xi)
  double gradient_tangency = 0;   ///< the same for riemannian_gradient
  /// log2(e(2t)/e(t)) for e(t) = |retract(v, t xi) - v - t xi|: 2 or more (1 for a map that does
  /// not start in direction xi).
  double retraction_order = 0;
  /// The dimension of the tangent space as the trace of the projection: dimension() to rounding.
  double tangent_dimension = 0;
};

/// Measures the identities at a point and with vectors drawn with the given seed.
/// Costs rows() * cols() projections.
ManifoldErrors check_manifold(const Manifold& manifold, std::uint64_t seed);

}  // namespace fairpca
