// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Candidate eigenpairs as a solver delivers them: largest first, not yet verified.
struct Eigenpairs {
  Vector values;
  Matrix vectors;  ///< p x values.size()
};

}  // namespace fairpca
