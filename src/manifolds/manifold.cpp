// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/manifold.h"

namespace fairpca {

Matrix Manifold::transport(const Matrix& /*from*/, const Matrix& to, const Matrix& xi) const {
  return project(to, xi);
}

Matrix Manifold::riemannian_gradient(const Matrix& v, const Matrix& euclidean) const {
  return project(v, euclidean);
}

}  // namespace fairpca
