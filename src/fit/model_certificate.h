// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/methods.h"

namespace fairpca {

/// What the model file keeps for others to prove the fit again; none where small groups withhold
/// objective and bound.
std::optional<ModelCertificate> model_certificate(const FitInput& input, const FitReport& report);

}  // namespace fairpca
