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
/// kRefined goes by `rough` until it is near a solution: the same constraints by cheaper kernel
/// sums, or the problem itself.
MmdSearchResult search_mmd(const MmdProblem& problem, const MmdProblem& rough, double tau,
                           const MmdStarts& starts, const MmdFairPcaOptions& options,
                           const SolveObserver& observer);

/// The solver once, from a frame and penalties that are nearly right (`is_near`: by correct_mmd),
/// and the curvature learnt on the way to them; `rough` as in search_mmd.
MmdSearchResult continue_mmd(const MmdProblem& problem, const MmdProblem& rough, double tau,
                             const MmdSearchResult& from, const MmdFairPcaOptions& options,
                             const SolveObserver& observer, bool is_near = false);

/// From what was found on a sample of the rows nearer to a solution for all of them: searches on
/// the sample (or its problem by cheaper sums), corrected where each begins by one pass over all
/// rows.  For kRefined and the
/// Gaussian kernel.  The constraints of the result are those of the corrected sample.
MmdSearchResult correct_mmd(const MmdProblem& problem, const MmdProblem& sample, double tau,
                            const MmdSearchResult& from, const MmdFairPcaOptions& options,
                            const SolveObserver& observer);

}  // namespace fairpca
