// SPDX-License-Identifier: BSD-3-Clause
#include "measure/mmd_error.h"

#include <algorithm>
#include <cmath>

#include "kernels/kernel_entries.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

constexpr Index kMeanRows = 64;

/// Weighted variance of h over the rows of a cell.
double contrast_variance(const CellRows& cells, const Matrix& means, Index cell, Index other) {
  const Index begin = cells.begin[static_cast<std::size_t>(cell)];
  const Index rows = cells.begin[static_cast<std::size_t>(cell) + 1] - begin;
  const auto weights = cells.weights.segment(begin, rows).array();
  const auto within = means.col(cell).segment(begin, rows).array();
  const auto between = means.col(other).segment(begin, rows).array();
  // Without the row itself, whose kernel is 1; the others' weights then sum to 1.
  const Vector h = (within - weights) / (1 - weights) - between;
  const double mean = (weights * h.array()).sum();
  return (weights * (h.array() - mean).square()).sum() / (1 - weights.square().sum());
}

}  // namespace

Matrix kernel_means(const CellRows& cells, const RowMatrix& points, const KernelOptions& kernel) {
  kernel.validate();
  const Matrix scaled = points / kernel.bandwidth;
  const Index rows = scaled.rows();
  Matrix means(rows, cells.cells());
  const auto blocks = static_cast<std::size_t>((rows + kMeanRows - 1) / kMeanRows);
  parallel_for(blocks, kernel.threads, [&](std::size_t block) {
    const Index first = static_cast<Index>(block) * kMeanRows;
    Vector entries(rows);
    for (Index i = first; i < std::min(first + kMeanRows, rows); ++i) {
      kernel_entries(scaled, 0, scaled.row(i), kernel.family, entries);
      entries.array() *= cells.weights.array();
      for (Index c = 0; c < cells.cells(); ++c) {
        const Index begin = cells.begin[static_cast<std::size_t>(c)];
        means(i, c) =
            entries.segment(begin, cells.begin[static_cast<std::size_t>(c) + 1] - begin).sum();
      }
    }
  });
  return means;
}

double mmd_standard_error(const CellRows& cells, const Matrix& means, Index one, Index other,
                          double one_square, double other_square) {
  return 2 * std::sqrt(one_square * contrast_variance(cells, means, one, other) +
                       other_square * contrast_variance(cells, means, other, one));
}

}  // namespace fairpca
