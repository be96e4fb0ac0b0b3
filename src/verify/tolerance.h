// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "verify/proof.h"

namespace fairpca {

/// The largest relative gap at which this verifier calls a model of the method optimal, whatever
/// the file says.
double largest_tolerance(const ProvenProblem& problem);

/// What `optimal` is judged by: the tolerance of the file, where that is no larger.
double trusted_tolerance(const ProvenProblem& problem);

/// A failed claim where the file's tolerance is larger than the method's own and than what was
/// asked for, by its provenance.
std::optional<VerifiedClaim> wrong_tolerance(const ProvenProblem& problem);

}  // namespace fairpca
