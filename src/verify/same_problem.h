// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "verify/proof.h"

namespace fairpca {

/// The problem of `model` on `moments`; none where columns or groups are others, so that there is
/// nothing to compute.  What became of the claims that these are the same is added to `claims`.
std::optional<ProvenProblem> proven_problem(const Model& model, const GroupMoments& moments,
                                            int threads, std::vector<VerifiedClaim>& claims);

/// Whether the components are what the method allows: orthonormal, of the rank asked for.
VerifiedClaim feasible_claim(const ProvenProblem& problem);

}  // namespace fairpca
