// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

struct PermutationOptions {
  int permutations = 200;
  std::uint64_t seed = 0;
  /// What each row weighs, in the order of the cells; empty: its weight in its cell times the rows
  /// of that.  Not looked at where weights are counts.
  Vector weights = {};
  std::function<bool()> is_stopped = {};  ///< asked by the calling thread; true: Stopped is thrown
};

/// Given the kernel sums between cells in permutation k, from several threads at once.
using PermutedSums = std::function<void(int k, const Matrix& gram_sums)>;

/// Kernel sums between cells after random exchanges of the rows, which take their weights along:
/// what `gram_sums` could as well have been if the cells said nothing about the rows.
///
/// Every row is permuted, at any size (where weights are counts, every copy of a row).  All
/// permutations of a batch are columns of one product with the kernel matrix, taken block by block
/// or, where its entries follow from few columns to 1e-9, by these (low_rank_kernel.h).  A
/// permutation depends on seed and k alone: same bits for any number of threads.
/// Memory: 32 MB per thread and 128 MB, or rows x cells numbers if that is more.
/// Throws InvalidArgument for more than kMaxCopies copies.
void permuted_kernel_sums(const CellRows& cells, const RowMatrix& points,
                          const KernelOptions& kernel, const PermutationOptions& options,
                          const PermutedSums& visit);
inline constexpr double kMaxCopies = 2e7;

/// Multiplications of a kernel entry with a weight that permutations take block by block.
double permutation_products(const CellRows& cells, int permutations);

}  // namespace fairpca
