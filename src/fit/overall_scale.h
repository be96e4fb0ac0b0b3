// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "fairpca/matrix.h"

namespace fairpca {

/// sqrt(tr S): the root mean square distance of a row from the mean, beside which other lengths
/// are judged.
inline double overall_scale(const Matrix& covariance) {
  return std::sqrt(std::max(covariance.trace(), 0.0));
}

}  // namespace fairpca
