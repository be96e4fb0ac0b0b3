// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/stiefel.h"

namespace fairpca {

Matrix Stiefel::project(const Matrix& v, const Matrix& ambient) const {
  const Matrix product = v.transpose() * ambient;
  const Matrix symmetric = (product + product.transpose()) / 2;
  return ambient - v * symmetric;
}

}  // namespace fairpca
