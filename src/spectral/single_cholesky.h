// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Columns that are factorised together, and the longest sum of products in single precision.
inline constexpr Index kSingleBlock = 192;

/// A Cholesky factorisation in single precision for one set of instructions.  Rows lie in panels of
/// `rows` rows, each with its columns up to its diagonal, one column after the other.
struct SingleCholesky {
  Index rows = 0, lanes = 0;
  /// Columns [first, first + kSingleBlock) of the factor of a matrix of `count` panels, the columns
  /// before being factorised; false: not positive definite.
  bool (*factorize_block)(float* panels, Index count, Index first) = nullptr;
  /// Adds |l_ij| of columns [0, end) of a panel to sums over rows, and over columns in `lanes`
  /// parts each.
  void (*add_absolute)(const float* panel, Index end, float* row_sums,
                       float* column_sums) = nullptr;
};

/// The fastest one this processor can run.
const SingleCholesky& best_single_cholesky();

/// All of them, fastest first.
std::vector<SingleCholesky> supported_single_choleskys();

/// B = t I - A + F F' >= -error * I, for certain: Cholesky in single precision with the worst case
/// of its rounding errors, from the factor that was found.  Empty: not positive definite, as far as
/// single precision can tell.  `largest` is about the largest diagonal element of B, > 0.  What
/// rounding in double precision does to B itself is not counted.  Reads the lower triangle of A;
/// about half the time of factorize_shifted; `work` is resized and left with anything.
std::optional<double> single_precision_error(const Matrix& symmetric, double t,
                                             const Matrix& factor, double largest, Matrix& work,
                                             const SingleCholesky& kernel = best_single_cholesky());

/// The worst case relative to |L| |L|': n roundings of 2^-24, n as the order of the sums makes it.
double single_rounding(Index p);

}  // namespace fairpca
