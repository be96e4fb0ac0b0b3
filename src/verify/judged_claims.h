// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/verify/verify.h"

namespace fairpca {

/// Why there is nothing to prove: the certificate is withheld or absent; none where there is one.
std::optional<VerifiedClaim> lack_of_certificate(const Model& model);

/// Whether the objective in the file is the one recomputed, to 1e-9 of max(|objective|, scale).
VerifiedClaim objective_claim(const Model& model, double objective, double scale);

}  // namespace fairpca
