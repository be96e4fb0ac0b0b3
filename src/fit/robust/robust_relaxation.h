// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/robust/robust_objective.h"
#include "optimize/weighted_dual.h"

namespace fairpca {

/// An affine function of a group's error, constants_g + slopes_g s_g, in the place of each T(u,
/// s_g, radius_g).  The largest sum over a pair is then convex in P over the Fantope, where s_g =
/// tr M_g - <M_g, P>.
struct AffineTerms {
  RobustTerms constants, slopes;
  RobustTerms at(const Vector& errors) const;
};

/// The tangents at `errors`: never below T, which is concave in the error.
AffineTerms tangents(const RobustProblem& problem, const Vector& errors);

/// The chords over lowest_g <= s_g <= highest_g: there never above T.
AffineTerms chords(const RobustProblem& problem, const Vector& lowest, const Vector& highest);

/// A minimum of the largest of some pieces, whose weights are `weights`.
struct AffineMinimum : WeightedDualResult {
  std::vector<RobustPiece> pieces;
};

/// Minimises the largest sum of `terms` over the Fantope.  Begins with the largest pieces at
/// `errors` and adds those that the solution leaves above its value, until there are none or
/// `rounds` are done: then bound and value are those of some of the pieces, the bound still a
/// bound.
AffineMinimum minimize_affine(const RobustProblem& problem, const RobustPairs& pairs, Index d,
                              const AffineTerms& terms, const Vector& errors, int rounds,
                              double tolerance, SpectralSolver& spectral,
                              const SolveObserver& observer);

/// Errors no better frame than one with F = `value` can exceed, given that no error can be below
/// `lowest`.  (The mean of the pieces over all pairs of an attribute is at least the sum of
/// T(share_g, s_g, radius_g) over its groups, because T is convex in its first argument.)
Vector highest_errors(const RobustProblem& problem, const RobustPairs& pairs, const Vector& lowest,
                      double value);

/// The largest, over attributes, of the sum of T(share_g, lowest_g, radius_g): by the same reason
/// no F is smaller.  Never negative.
double bound_from_lowest(const RobustProblem& problem, const RobustPairs& pairs,
                         const Vector& lowest);

}  // namespace fairpca
