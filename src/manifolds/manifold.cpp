// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/manifold.h"

namespace fairpca {

Matrix Manifold::transport(const Matrix& /*from*/, const Matrix& to, const Matrix& xi) const {
  return project(to, xi);
}

void Manifold::transport_all(const Matrix& from, const Matrix& to,
                             Eigen::Ref<Matrix> vectors) const {
  for (Index at = 0; at < vectors.cols(); at += cols()) {
    vectors.middleCols(at, cols()) = transport(from, to, vectors.middleCols(at, cols()));
  }
}

Matrix Manifold::riemannian_gradient(const Matrix& v, const Matrix& euclidean) const {
  return project(v, euclidean);
}

}  // namespace fairpca
