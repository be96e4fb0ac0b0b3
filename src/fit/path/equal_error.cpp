// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/equal_error.h"

#include <algorithm>
#include <limits>

#include "fit/group_checks.h"
#include "fit/path/messages.h"

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
    reject(path_message<"equal-error-shapes">("rows"_is(m0.rows()), "columns"_is(m0.cols()),
                                              "other_rows"_is(m1.rows()),
                                              "other_columns"_is(m1.cols())));
  }
  require_dimensions_below(d, p);
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
