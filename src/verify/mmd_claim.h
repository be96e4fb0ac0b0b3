// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "verify/proof.h"

namespace fairpca {

/// Whether MMD^2 of the projected rows is within tau for every constraint of mmd-fair-pca, by all
/// pairs of rows at the bandwidth of the file.  Reads the rows again and keeps their coordinates.
VerifiedClaim mmd_claim(RowSource& rows, const ProvenProblem& problem, const EncodeOptions& encode,
                        const PassOptions& pass);

}  // namespace fairpca
