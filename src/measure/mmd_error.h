// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// rows x cells: weighted mean of k(z_i, z_j) over the rows j of each cell, i = j included.
/// O(rows^2 coordinates); blocks of rows run on kernel.threads threads, same bits for any number.
Matrix kernel_means(const CellRows& cells, const RowMatrix& points, const KernelOptions& kernel);

/// Standard error of the unbiased MMD^2 of cells `one` and `other`: 2 sqrt(q_x var(h_x) + q_y
/// var(h_y)), h_x(i) = mean of k(x_i, other x) - mean of k(x_i, y), h_y the other way round.  The
/// variances are those of the given rows, weighted; `one_square` and `other_square` are the sums of
/// squared weights q of the rows that the estimate is of, which may be more.
double mmd_standard_error(const CellRows& cells, const Matrix& means, Index one, Index other,
                          double one_square, double other_square);

}  // namespace fairpca
