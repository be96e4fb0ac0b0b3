// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// What the model file keeps for others to prove the fit again; none where small groups withhold
/// objective and bound.  `digest` is that of the moments where it is known.
std::optional<ModelCertificate> model_certificate(const FitInput& input, const FitReport& report,
                                                  const std::optional<std::string>& digest);

}  // namespace fairpca
