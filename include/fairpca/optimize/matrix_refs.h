// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Symmetric p x p matrices owned by somebody else; a solver reads them and keeps none.
using MatrixRefs = std::vector<std::reference_wrapper<const Matrix>>;

}  // namespace fairpca
