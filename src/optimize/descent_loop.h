// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/optimize/descent.h"

namespace fairpca {

/// A point with what is known there.
struct Iterate {
  Matrix point;
  double value = 0;
  Matrix gradient;  ///< Riemannian
  double gradient_norm = 0;
};

/// A tangent vector and the multiple of it to try first.
struct Proposal {
  Matrix direction;
  double first_step = 1;
};

/// What one descent method differs in from another: where to go from an iterate.
class DirectionRule {
 public:
  virtual ~DirectionRule() = default;
  virtual Proposal propose(const Iterate& at) = 0;
  /// Learns from an accepted step, a tangent vector at `from`.
  virtual void learn(const Iterate& from, const Matrix& step, const Iterate& to) = 0;
  /// Forgets what it learnt; true if the next proposal will differ from the last.
  virtual bool forget() = 0;
};

/// Descent with backtracking along the directions of `rule`.  A direction that does not descend, or
/// along which no step is accepted, makes the rule forget and try again once.
DescentResult run_descent(const Manifold& manifold, const Objective& objective, Matrix start,
                          const DescentOptions& options, const DescentObserver& observer,
                          DirectionRule& rule);

}  // namespace fairpca
