// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/mmd/mmd_problem.h"
#include "fit/mmd/mmd_starts.h"

namespace fairpca {

struct MmdSearchResult {
  PenaltyResult best;
  MmdStart start = MmdStart::kPca;  ///< from which the best was reached
  int rounds = 0, iterations = 0;
};

/// Runs the solver from each start; the best feasible end wins, otherwise the least infeasible.
/// kRefined goes by `rough` until it is near tau: the same constraints by cheaper kernel sums, or
/// the problem itself.
MmdSearchResult search_mmd(const MmdProblem& problem, const MmdProblem& rough, double tau,
                           const MmdStarts& starts, const MmdFairPcaOptions& options,
                           const SolveObserver& observer);

/// The solver once, from a frame and penalties that are nearly right, and the curvature learnt on
/// the way to them.
MmdSearchResult continue_mmd(const MmdProblem& problem, double tau, const MmdSearchResult& from,
                             const MmdFairPcaOptions& options, const SolveObserver& observer);

}  // namespace fairpca
