// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// kBiased keeps pairs of a row with itself (the V-statistic, never negative); kUnbiased leaves
/// them out (the U-statistic, negative as often as not for equal distributions).
enum class MmdEstimator { kBiased, kUnbiased };

/// MMD^2 as a function of the kernel sums between cells: <matrix, between> + offset.
struct MmdContrast {
  Matrix matrix;
  double offset = 0;
  double value(const Matrix& between) const { return matrix.cwiseProduct(between).sum() + offset; }
  /// What pairs of a row with itself add: sum over cells of C(c, c) inverse_rows(c).
  double self_value(const CellRows& cells) const;
};

/// MMD^2 between two groups, each given by the shares (sum 1) that the cells have in it:
/// |mean of k(z, .) over the one - over the other|^2.  Throws InvalidArgument for the unbiased
/// estimate of a group of one row.
MmdContrast mmd_contrast(const CellRows& cells, const Vector& first, const Vector& second,
                         MmdEstimator estimator);

}  // namespace fairpca
