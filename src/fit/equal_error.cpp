// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/equal_error.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {
namespace {

/// How far 0 lies outside of the values e_0 - e_1 can take at dimension d; 0 inside.
double least_gap(const Vector& falling, Index d, double rounding) {
  const Index left = falling.size() - d;
  const double smallest = falling.tail(left).sum(), largest = falling.head(left).sum();
  const double gap = std::max({smallest, -largest, 0.0});
  return gap <= rounding ? 0 : gap;
}

}  // namespace

EqualError equal_error(const Matrix& m0, const Matrix& m1, Index d, SpectralSolver& spectral) {
  const Index p = m0.rows();
  if (m0.cols() != p || m1.rows() != p || m1.cols() != p) {
    throw InvalidArgument(
        fmt::format("the two matrices must be p x p; they are {} x {} and {} x {}", m0.rows(),
                    m0.cols(), m1.rows(), m1.cols()));
  }
  if (d < 1 || d >= p) {
    throw InvalidArgument(fmt::format("d must be in 1..{} (p - 1); it is {}", p - 1, d));
  }
  const Vector falling = spectral.all(m0 - m1).values;
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * (m0.norm() + m1.norm());
  EqualError result;
  result.smallest_gap = least_gap(falling, d, rounding);
  result.attainable = result.smallest_gap == 0;
  for (Index dimension = 1; dimension < p && !result.smallest_dimension; ++dimension) {
    if (least_gap(falling, dimension, rounding) == 0) result.smallest_dimension = dimension;
  }
  return result;
}

}  // namespace fairpca
