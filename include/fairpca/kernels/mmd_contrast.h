// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// kBiased keeps pairs of a row with itself (the V-statistic, never negative); kUnbiased leaves
/// them out (the U-statistic, negative as often as not for equal distributions).
enum class MmdEstimator { kBiased, kUnbiased };

/// MMD^2 as a function of the kernel sums between cells: <C, gram_sums> + offset.  Of the symmetric
/// C only entries other than 0 are kept: pairs of groups are many, and each has few cells.
struct MmdContrast {
  struct Term {
    Index row = 0, col = 0;  ///< row <= col
    double factor = 0;       ///< C(row, col), twice that off the diagonal
  };
  std::vector<Term> terms;
  double offset = 0;

  double value(const Matrix& gram_sums) const;
  /// What pairs of a row with itself add: sum over cells of C(c, c) inverse_rows(c).
  double self_value(const CellRows& cells) const;
  /// Adds weight * C.
  void add_to(Matrix& contrast, double weight) const;
};

/// The mean kernel of two different rows, of whatever cells, from the kernel sums between cells; a
/// cell counts as 1 / inverse_rows rows.  With this E k the biased MMD^2 of two groups of m and n
/// rows is (1/m + 1/n)(1 - E k) on average if groups are alike: the floor of the estimate.
double mean_kernel(const CellRows& cells, const Matrix& gram_sums);

/// The mean of several; they are not empty.
MmdContrast mean_contrast(const std::vector<MmdContrast>& contrasts);

/// MMD^2 between two groups, each given by the shares (sum 1) that the cells have in it:
/// |mean of k(z, .) over the one - over the other|^2.  Throws InvalidArgument for the unbiased
/// estimate of a group of one row.
MmdContrast mmd_contrast(const CellRows& cells, const Vector& first, const Vector& second,
                         MmdEstimator estimator);

}  // namespace fairpca
