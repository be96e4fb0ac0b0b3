// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/mmd/mmd_constraints.h"
#include "kernels/permuted_kernel_sums.h"

namespace fairpca {

/// The largest MMD^2 over the constraints, each in its chance unit, in groups permuted at random.
///
/// The unit is what sizes and weights alone make of an MMD^2 (chance_units), the same in every
/// permutation: the level holds for all constraints together, and each is held to a limit of its
/// own, quantile x unit.  Rows that are in no group are not permuted.
class MmdPermutations {
 public:
  /// `points` are all rows projected; those of `compared` are permuted among themselves.
  MmdPermutations(const std::vector<ComparedRows>& compared, const RowMatrix& points,
                  const KernelOptions& kernel, PermutationOptions options);

  /// What permuted groups exceed with probability at most `level`: "indistinguishable at level".
  double quantile(double level) const;

  /// The share of permutations, the data's own order included, that reach `observed`: of the
  /// largest over the constraints the p-value of all of them, of a single one its p-value adjusted
  /// for the others (Westfall & Young 1993).
  double p_value(double observed) const;

 private:
  std::vector<double> largest_;  ///< ascending
};

/// Most products of kernel and weights that a permutation test takes: some ten seconds of a core.
inline constexpr double kMostPermutationProducts = 2e11;

/// Rows to permute: 0 for all of them, or a number whose products are within the limit.
Index permuted_sample_rows(const std::vector<ComparedRows>& compared, int permutations);

}  // namespace fairpca
