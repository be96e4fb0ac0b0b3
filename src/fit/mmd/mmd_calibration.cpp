// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairpca {
namespace {

/// The rows of the cells that are in a group.
struct PermutedRows {
  CellRows cells;
  RowMatrix points;

  PermutedRows(const ComparedRows& rows, const RowMatrix& all) {
    std::vector<Index> chosen;
    for (const Index c : rows.grouped) {
      for (Index i = rows.cells.begin[c]; i < rows.cells.begin[c + 1]; ++i) chosen.push_back(i);
      cells.begin.push_back(static_cast<Index>(chosen.size()));
    }
    cells.weights = rows.cells.weights(chosen);
    if (rows.cells.counts.size() > 0) cells.counts = rows.cells.counts(rows.grouped);
    points = all.middleRows(rows.begin, rows.end - rows.begin)(chosen, Eigen::all);
  }
};

}  // namespace

MmdPermutations::MmdPermutations(const std::vector<ComparedRows>& compared, const RowMatrix& points,
                                 const KernelOptions& kernel, PermutationOptions options)
    : largest_(static_cast<std::size_t>(options.permutations),
               -std::numeric_limits<double>::infinity()) {
  const Vector units = chance_units(compared);
  Index first = 0;
  for (const ComparedRows& rows : compared) {
    const PermutedRows grouped(rows, points);
    permuted_kernel_sums(grouped.cells, grouped.points, kernel, options,
                         [&](int k, const Matrix& sums) {
                           Matrix between = Matrix::Zero(rows.cells.cells(), rows.cells.cells());
                           between(rows.grouped, rows.grouped) = sums;
                           double& largest = largest_[static_cast<std::size_t>(k)];
                           Index at = first;
                           for (const MmdContrast& contrast : rows.contrasts) {
                             largest = std::max(largest, contrast.value(between) / units(at++));
                           }
                         });
    first += static_cast<Index>(rows.contrasts.size());
    ++options.seed;  // rows of another label are permuted independently
  }
  std::sort(largest_.begin(), largest_.end());
}

double MmdPermutations::quantile(double level) const {
  const double count = static_cast<double>(largest_.size());
  const auto above = static_cast<std::size_t>(std::floor(level * (count + 1) * (1 + 1e-12)));
  return largest_[largest_.size() - std::clamp<std::size_t>(above, 1, largest_.size())];
}

double MmdPermutations::p_value(double observed) const {
  // Equal up to the rounding of two ways to compute it.
  const double least = observed - 1e-7 * std::abs(observed);
  const auto reached = std::lower_bound(largest_.begin(), largest_.end(), least);
  return (1 + static_cast<double>(largest_.end() - reached)) /
         (1 + static_cast<double>(largest_.size()));
}

Index permuted_sample_rows(const std::vector<ComparedRows>& compared, int permutations) {
  double products = 0;
  Index rows = 0;
  for (const ComparedRows& part : compared) {
    products += permutation_products(part.cells, permutations);
    rows = std::max(rows, part.end);
  }
  if (products <= kMostPermutationProducts) return 0;
  return static_cast<Index>(static_cast<double>(rows) *
                            std::sqrt(kMostPermutationProducts / products));
}

}  // namespace fairpca
