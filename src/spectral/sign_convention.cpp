// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/sign_convention.h"

#include <cmath>

namespace fairpca {

void apply_sign_convention(Matrix& vectors) {
  if (vectors.rows() == 0) return;
  for (Index col = 0; col < vectors.cols(); ++col) {
    const double threshold = (1 - 1e-9) * vectors.col(col).cwiseAbs().maxCoeff();
    Index leading = 0;
    while (std::abs(vectors(leading, col)) < threshold) ++leading;
    if (vectors(leading, col) < 0) vectors.col(col) *= -1;
  }
}

}  // namespace fairpca
