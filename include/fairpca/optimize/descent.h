// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/manifolds/manifold.h"
#include "fairpca/optimize/descent_result.h"
#include "fairpca/optimize/objective.h"

namespace fairpca {

struct DescentOptions {
  int max_iterations = 500;
  /// Converged when |grad f(V)| <= gradient_tolerance * max(1, |grad f(V_0)|).
  double gradient_tolerance = 1e-8;
  /// Converged when |grad f(V)| <= gradient_tolerance instead.
  bool absolute_tolerance = false;
  /// A step t xi is accepted when f(retract(V, t xi)) <= f(V) + sufficient_decrease * t <grad f,
  /// xi>. In (0, 1/2).
  double sufficient_decrease = 1e-4;
  /// Steps tried in one iteration before it is given up.
  int max_backtracks = 40;
  /// Above 0 a step must also flatten the slope, to at least curvature * <grad f, xi> (Wolfe's
  /// condition); too short ones are lengthened.  In [0, 1), above sufficient_decrease.
  double curvature = 0;
  /// Values are known to within this, beyond rounding: slopes decide between values so close, and
  /// steps along which the value is to change by less are not tried.
  double value_noise = 0;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// Riemannian steepest descent: Barzilai-Borwein first steps, shortened until the value has
/// decreased enough (Iannazzo & Porcelli 2018, with a monotone line search).
///
/// The values never rise (beyond rounding).  Throws InvalidArgument unless `start` is a point of
/// the manifold, to 1e-8.
DescentResult minimize(const Manifold& manifold, const Objective& objective, Matrix start,
                       const DescentOptions& options = {}, const DescentObserver& observer = {});

struct LbfgsOptions {
  DescentOptions descent = {};
  /// Pairs of steps and gradient changes kept.
  int memory = 10;
  /// A pair is kept when <s, y> >= caution * |grad f| <s, s>.
  double caution = 1e-4;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// What one run learns of the curvature: steps and changes of the gradient along them, tangent at
/// the point where it ended.
struct LbfgsMemory {
  Matrix steps, changes;          ///< side by side, in slots of the manifold's number of columns
  std::vector<double> curvature;  ///< per slot: <step, change>
  std::vector<Index> order;       ///< slots in use, oldest first
};

/// Limited-memory BFGS with cautious updates (Huang, Gallivan & Absil 2015; Li & Fukushima 2001),
/// pairs carried along by the manifold's transport.  Same line search and guarantees as minimize();
/// far fewer iterations where the curvature varies.  A `memory` is begun with and left as the run
/// made it: for a chain of runs, each from the end of the last, on functions that differ little.
DescentResult minimize_lbfgs(const Manifold& manifold, const Objective& objective, Matrix start,
                             const LbfgsOptions& options = {}, const DescentObserver& observer = {},
                             LbfgsMemory* memory = nullptr);

/// Nonlinear conjugate gradients, Polak and Ribiere's rule kept from going negative (Absil, Mahony
/// & Sepulchre 2008), directions carried along by the manifold's transport.  Same line search and
/// guarantees as minimize(); `options.curvature` of 0 is taken as 0.4, as the rule needs it.
DescentResult minimize_conjugate_gradient(const Manifold& manifold, const Objective& objective,
                                          Matrix start, DescentOptions options = {},
                                          const DescentObserver& observer = {});

struct TrustRegionOptions {
  int max_iterations = 200;
  /// Converged when |grad f(V)| <= gradient_tolerance * max(1, |grad f(V_0)|).
  double gradient_tolerance = 1e-8;
  /// Converged when |grad f(V)| <= gradient_tolerance instead.
  bool absolute_tolerance = false;
  double first_radius = 0;  ///< 0: an eighth of the largest
  double max_radius = 0;    ///< 0: sqrt(dimension of the manifold)
  double accepted = 0.1;    ///< least share of the predicted decrease; in (0, 1/4)
  int max_inner_iterations = 100;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// What the inner problems of a penalty method are minimised by.
enum class InnerSolver { kQuasiNewton, kConjugateGradient, kTrustRegion };

/// Riemannian trust regions with truncated conjugate gradients (Absil, Baker & Gallivan 2007); the
/// Hessian along a direction is the difference of two gradients.  Converges superlinearly.
DescentResult minimize_trust_region(const Manifold& manifold, const Objective& objective,
                                    Matrix start, const TrustRegionOptions& options = {},
                                    const DescentObserver& observer = {});

}  // namespace fairpca
