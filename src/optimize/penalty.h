// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/manifolds/manifold.h"
#include "fairpca/optimize/descent.h"

namespace fairpca {

/// f(V) to be minimised while h_j(V) <= limit_j; it knows no manifold.
class ConstrainedObjective {
 public:
  virtual ~ConstrainedObjective() = default;

  virtual Index constraints() const = 0;

  /// Returns f and sets the h_j.  With `keep` gradient() is likely to be asked for next, at the
  /// same point.
  virtual double values(const Matrix& point, Vector& constraints, bool keep) const = 0;

  /// The Euclidean gradient of f + sum_j weights_j h_j.
  virtual Matrix gradient(const Matrix& point, const Vector& weights) const = 0;
};

/// What quasi-Newton steps learnt of the curvature, tangent at `point`.
struct LearntCurvature {
  Matrix point;
  LbfgsMemory pairs;
};

/// Settings of both outer loops; the defaults are those of Lee et al. (2022), Algorithm 1.
struct PenaltyOptions {
  int max_rounds = 100;
  double first_tolerance = 1e-1;  ///< on |grad| of the inner problem, in the first round
  double last_tolerance = 1e-6;   ///< in the last ones
  double tolerance_factor = 0;  ///< from round to round, < 1; 0: what takes five rounds to the last
  double step_tolerance = 1e-6;  ///< rounds have converged when one moves no further
  Vector first_penalty;          ///< one per constraint, > 0
  double penalty_factor = 2;     ///< > 1
  double max_penalty = 1e10;
  int max_inner_iterations = 300;
  /// Quasi-Newton steps are those of limited-memory BFGS.
  InnerSolver inner_solver = InnerSolver::kQuasiNewton;
  int memory = 10;  ///< of the quasi-Newton steps
  /// Of an earlier search whose functions differ little, perhaps of fewer rows; empty: none.
  LearntCurvature curvature = {};
  /// f or some h_j changes when a frame is turned within its span: moves are those of the frame.
  bool sees_frames = false;
  /// Above 0 the exact-penalty loop only looks for a start of the augmented Lagrangian: it ends at
  /// the first round with every h_j at most this multiple of its limit, and also when it stalls
  /// (two rounds at max_inner_iterations, or four that hardly lower the largest h_j).
  double feasibility_factor = 0;
  double noise = 0;  ///< to within which the h_j are known, beyond rounding
  double rho_factor =
      1;  ///< rho_j of the augmented Lagrangian starts at this * lambda_j / |limit_j|
  std::function<Flow()> observer = {};     ///< asked at every inner iteration
  void validate(Index constraints) const;  ///< throws InvalidArgument, naming the field
};

struct PenaltyResult {
  Matrix point;
  double value = 0;    ///< f
  Vector constraints;  ///< h_j
  Vector multipliers;  ///< rho_j, or lambda_j of the augmented Lagrangian
  bool feasible = false;
  bool nearly_feasible = false;  ///< PenaltyOptions::feasibility_factor was reached
  bool converged =
      false;             ///< the inner gradient met last_tolerance, or rounds gain next to nothing
  bool stopped = false;  ///< by the observer
  int rounds = 0, iterations = 0, evaluations = 0;
  LearntCurvature curvature;  ///< of the last round, at its end
};

/// The exact-penalty method REPMS (Liu & Boumal 2020) as Lee et al. (2022) use it: minimise
/// f + sum_j rho_j h_j, multiply the rho_j of violated constraints, repeat, until all limits hold
/// and a round moves by less than step_tolerance.  For h_j >= 0 that are to be nearly 0.  Ends with
/// h_j below the limit by up to what a factor of the penalty makes.
///
/// Returns the end of the last round, as Lee et al.'s Algorithm 1 does, be it worse than that of an
/// earlier round solved to a wider tolerance; with `feasibility_factor` above 0 the best
/// feasible end of all rounds, otherwise the one that violates least.
PenaltyResult minimize_exact_penalty(const Manifold& manifold,
                                     const ConstrainedObjective& objective, const Vector& limits,
                                     Matrix start, const PenaltyOptions& options);

/// The augmented Lagrangian method: minimise f + sum_j (max(0, lambda_j + rho_j (h_j - limit_j))^2
/// - lambda_j^2) / (2 rho_j), then lambda_j <- max(0, lambda_j + rho_j (h_j - limit_j)).  Ends with
/// active constraints at their limits, at most 1e-3 of the limit below them.  `first_penalty` holds
/// the first lambda_j.  The best feasible end of all rounds is returned, otherwise the one that
/// violates least.
PenaltyResult minimize_augmented_lagrangian(const Manifold& manifold,
                                            const ConstrainedObjective& objective,
                                            const Vector& limits, Matrix start,
                                            const PenaltyOptions& options);

}  // namespace fairpca
