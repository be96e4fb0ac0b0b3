// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "optimize/fantope_program.h"

namespace fairpca {

/// The program solved over P = U X U' for a sequence of subspaces: its solutions have few more
/// dimensions than d, unless the penalty is large.
///
/// The barrier method solves the program in the subspace (fantope_barrier.h); its multipliers give
/// the bound of maximize_over_fantope() for the whole space, whose top eigenvectors enter the next
/// subspace beside those of P.  The directions f_j are always part of it, in units of the limits:
/// a tiny limit is no more difficult than another.  Ends without convergence where the subspace
/// would have to be large, or where the gap no longer shrinks.  `iterations` counts Newton steps.
FantopeProgramResult maximize_in_subspaces(const FantopeProgram& program, Index d,
                                           SpectralSolver& spectral,
                                           const FantopeProgramOptions& options);

}  // namespace fairpca
