// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/gap/gap_errors.h"
#include "optimize/weighted_dual.h"

namespace fairpca {

/// A solution over the Fantope, and what it proves of every projection.
struct GapRelaxation {
  FantopePoint point;
  double gap = 0;  ///< of the point
  /// Multipliers of the groups' errors; those of an attribute sum to 0.
  Vector gamma;
  double penalty = 0;  ///< per unit of gap, with which the point was found
  bool converged = false, stopped = false;
  bool meets_cap = false;
  int iterations = 0;
};

/// Penalties per unit of gap that are tried, each four times the one before.
struct GapPenalties {
  double first = 1, last = 1;
};

/// Least error with a gap of at most the cap, by a penalty on what exceeds it that grows until
/// nothing does: docs/methods/gap-capped-pca.md.
GapRelaxation relax_gap_cap(const GapProblem& problem, const GapErrors& errors, Index d,
                            const Vector& first_errors, const GapPenalties& penalties,
                            double tolerance, SpectralSolver& spectral,
                            const SolveObserver& observer);

/// The smallest gap, with sum |gamma_g| = 2.
GapRelaxation relax_smallest_gap(const GapProblem& problem, const GapErrors& errors, Index d,
                                 const Vector& first_errors, SpectralSolver& spectral,
                                 const SolveObserver& observer);

/// A number that is proven if its eigen-solve was certified.
struct ProvenNumber {
  double value = 0;
  bool certified = false;
};

/// tr A - sigma_d(A) - (cap / 2) sum |gamma_g|, A = S + sum gamma_g M_g: no projection that meets
/// the cap has a smaller error, whatever gamma.
ProvenNumber error_bound(const GapProblem& problem, Index d, const Vector& gamma,
                         SpectralSolver& spectral);

/// tr A - sigma_d(A), A = sum gamma_g M_g, sum |gamma_g| = 2: no projection has a smaller gap.
ProvenNumber gap_bound(const GapProblem& problem, Index d, const Vector& gamma,
                       SpectralSolver& spectral);

}  // namespace fairpca
