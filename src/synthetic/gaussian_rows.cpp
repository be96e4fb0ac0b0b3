// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/gaussian_rows.h"

#include <cmath>

namespace fairpca {

Matrix lower_factor(const Matrix& covariance) {
  const Index p = covariance.rows();
  Matrix lower = Matrix::Zero(p, p);
  for (Index j = 0; j < p; ++j) {
    for (Index i = j; i < p; ++i) {
      double rest = covariance(i, j);
      for (Index k = 0; k < j; ++k) rest -= lower(i, k) * lower(j, k);
      lower(i, j) = i == j ? std::sqrt(rest) : rest / lower(j, j);
    }
  }
  return lower;
}

Vector gaussian_row(RandomStream& random, const Vector& mean, const Matrix& lower) {
  Vector deviates(mean.size());
  for (double& deviate : deviates) deviate = random.normal();
  Vector row = mean;
  for (Index i = 0; i < row.size(); ++i) {
    for (Index k = 0; k <= i; ++k) row(i) += lower(i, k) * deviates(k);
  }
  return row;
}

}  // namespace fairpca
