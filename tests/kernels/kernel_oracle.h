// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

RowMatrix normal_points(Index rows, Index cols, unsigned seed, double spread = 1);

/// Cells of the given sizes whose rows weigh differently.
CellRows uneven_cells(const std::vector<Index>& counts, unsigned seed);

/// Sums and the gradient of <contrast, sums> by the definition: two loops in extended precision.
struct LoopSums {
  Matrix gram_sums;
  RowMatrix gradient;

  LoopSums(const CellRows& cells, const RowMatrix& z, double bandwidth, const Matrix& contrast);
};

Matrix symmetric_contrast(Index cells, unsigned seed);

}  // namespace fairpca
