// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/message.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// What a user should know of the spectrum: components without variance, or a tie between the last
/// eigenvalue kept and the next, which leaves the components undetermined.
std::vector<Message> eigenvalue_warnings(const TopEigenpairs& pairs);

}  // namespace fairpca
