// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/verify/verify.h"

namespace fairpca {

/// docs/formats/json.md.
std::string verification_json(const Model& model, const Verification& verification,
                              Spelling spelling);

/// One line per claim, and one for all of them.
std::string verification_lines(const Verification& verification, Spelling spelling);

}  // namespace fairpca
