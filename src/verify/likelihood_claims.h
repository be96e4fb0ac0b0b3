// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/verify/verify.h"

namespace fairpca {

/// Whether the groups' mean log-likelihoods in the file are these; nothing is added where the file
/// has none.
void add_likelihood_claims(const Model& model, const std::vector<double>& recomputed,
                           std::vector<VerifiedClaim>& claims);

}  // namespace fairpca
