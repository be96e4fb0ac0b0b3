// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/optimize/weighted_dual.h"
#include "fit/robust_pieces.h"

namespace fairpca {

/// max_k constants_k + sum_g slopes_kg s_g for some of the pieces of F: convex in P over the
/// Fantope, where s_g = tr M_g - <M_g, P>.
struct AffinePieces {
  Vector constants;
  Matrix slopes;
};

/// The tangents of the pieces at `errors`: never below F, which is concave piece by piece.
AffinePieces tangents(const RobustProblem& problem, const Vector& errors,
                      const std::vector<Index>& pieces);

/// The chords of the pieces over lowest_g <= s_g <= highest_g: there never above F.
AffinePieces chords(const RobustProblem& problem, const Vector& lowest, const Vector& highest,
                    const std::vector<Index>& pieces);

/// Minimises affine pieces over the Fantope.
WeightedDualResult minimize_affine(const RobustProblem& problem, Index d,
                                   const AffinePieces& pieces, double tolerance,
                                   SpectralSolver& spectral, const SolveObserver& observer);

/// Errors no better frame than one with F = `value` can exceed, given that no error can be below
/// `lowest`.  (The mean of the pieces over all pairs is at least sum_g T(share_g, s_g, radius_g),
/// because T is convex in its first argument.)
Vector highest_errors(const RobustProblem& problem, const Vector& lowest, double value);

}  // namespace fairpca
