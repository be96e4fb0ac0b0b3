// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fit/mmd_problem.h"

namespace fairpca {

/// Frames a search may begin from, known before it.
struct MmdStarts {
  Matrix pca, mean_matching;  ///< the latter empty where d is too large for it
  /// Up to d orthonormal directions, those of least variance that are of equal means and orthogonal
  /// to a frame; no column where there is none.
  std::function<Matrix(const Matrix& frame)> least_variance;
  std::uint64_t seed = 0;
};

struct MmdSearchResult {
  PenaltyResult best;
  MmdStart start = MmdStart::kPca;  ///< from which the best was reached
  int rounds = 0, iterations = 0;
};

/// Runs the solver from each start; the best feasible end wins, else the least infeasible.
MmdSearchResult search_mmd(const MmdProblem& problem, double tau, const MmdStarts& starts,
                           const MmdFairPcaOptions& options, const SolveObserver& observer);

/// The solver once, from a frame and penalties that are nearly right.
MmdSearchResult continue_mmd(const MmdProblem& problem, double tau, const MmdSearchResult& from,
                             const MmdFairPcaOptions& options, const SolveObserver& observer);

}  // namespace fairpca
