// SPDX-License-Identifier: BSD-3-Clause
#include "fit/eigen_oracles.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "dense_oracles.h"

namespace fairpca {

double largest_sum(const Matrix& a, Index d) {
  return dense::eigenvalues(a).tail(d).sum();
}

double trace_in(const Matrix& a, const Matrix& v) {
  return (v.transpose() * a * v).trace();
}

Matrix random_moment(Index p, unsigned seed, Index rows) {
  const Index n = rows > 0 ? rows : p + 3;
  const Matrix x = random_matrix(n, p, seed) * power_law(p, 0.5).asDiagonal() *
                   rotated(Vector::Ones(p), seed + 1);
  return x.transpose() * x / static_cast<double>(n);
}

double largest_concave(const std::function<double(double)>& f, double low, double high) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double fa = f(a), fb = f(b);
  double best = std::max({f(low), f(high), fa, fb});
  for (int step = 0; step < 90; ++step) {
    if (fa < fb) {
      low = a;
      a = b;
      fa = fb;
      b = low + ratio * (high - low);
      fb = f(b);
    } else {
      high = b;
      b = a;
      fb = fa;
      a = high - ratio * (high - low);
      fa = f(a);
    }
    best = std::max({best, fa, fb});
  }
  return best;
}

void expect_orthonormal(const Matrix& v, Index p, Index d) {
  ASSERT_EQ(v.rows(), p);
  ASSERT_EQ(v.cols(), d);
  EXPECT_LT((v.transpose() * v - Matrix::Identity(d, d)).norm(), 1e-12);
}

}  // namespace fairpca
