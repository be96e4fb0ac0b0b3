// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/grassmann.h"

#include <algorithm>
#include <cmath>

#include "linear_algebra/singular_values.h"
#include "manifolds/messages.h"

namespace fairpca {

Matrix Grassmann::project(const Matrix& v, const Matrix& ambient) const {
  const Matrix product = v.transpose() * ambient;
  return ambient - v * product;
}

void Grassmann::transport_all(const Matrix& /*from*/, const Matrix& to,
                              Eigen::Ref<Matrix> vectors) const {
  const Matrix product = to.transpose() * vectors;
  vectors.noalias() -= to * product;
}

double Grassmann::distance(const Matrix& v, const Matrix& w) const {
  return principal_angles(v, w).norm();
}

Vector principal_angles(const Matrix& v, const Matrix& w) {
  if (v.rows() != w.rows() || v.cols() != w.cols()) {
    reject(manifolds_message<"different-frame-sizes">("rows"_is(v.rows()), "columns"_is(v.cols()),
                                                      "other_rows"_is(w.rows()),
                                                      "other_columns"_is(w.cols())));
  }
  // Cosines are inaccurate near 0, sines near pi/2; together they are accurate everywhere.
  const Matrix product = v.transpose() * w;
  const Matrix rest = w - v * product;
  const Vector cosines = singular_values(product);
  const Vector sines = singular_values(rest).reverse();
  return sines.binaryExpr(cosines, [](double s, double c) { return std::atan2(s, c); });
}

}  // namespace fairpca
