// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "verify/proof.h"

namespace fairpca {

/// Whether the other numbers in the file of a linear model are those of the moments, to 1e-9:
/// weight, total_variance and component_variance; of each published group weight,
/// reconstruction_error, loss, mean and deviation.  One eigen-solve per group, for its loss.
VerifiedClaim numbers_claim(const ProvenProblem& problem);

/// What is in the file that no claim rests on and nothing is said of; none where there is nothing.
std::optional<VerifiedClaim> numbers_left_out(const ProvenProblem& problem);

}  // namespace fairpca
