// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/laplace_kernel_sums.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/kernel_entries.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

constexpr Index kLaplaceRows = 32;  ///< of a task
/// Entries that take less time than starting threads.
constexpr Index kFewEntries = 100'000;

}  // namespace

LaplaceKernelSums::LaplaceKernelSums(CellRows cells, const KernelOptions& options)
    : cells_(std::move(cells)), options_(options) {
  cells_.validate();
  options_.validate();
}

void LaplaceKernelSums::sum_row(const Matrix& scaled, Index row, bool keep) {
  Vector entries(scaled.rows()), signs(scaled.rows());
  kernel_entries(scaled, 0, scaled.row(row), KernelFamily::kLaplace, entries);
  entries.array() *= cells_.weights.array();
  const auto put = [&](const Vector& numbers, Matrix& sums) {
    for (Index c = 0; c < cells_.cells(); ++c) {
      sums(row, c) = numbers.segment(cells_.begin[c], cells_.begin[c + 1] - cells_.begin[c]).sum();
    }
  };
  put(entries, sums_);
  if (!keep) return;
  for (Index k = 0; k < scaled.cols(); ++k) {
    signs = entries.array() * (scaled(row, k) - scaled.col(k).array()).sign();
    put(signs, slopes_[static_cast<std::size_t>(k)]);
  }
}

Matrix LaplaceKernelSums::gram_sums(const RowMatrix& points, bool keep) {
  const Matrix scaled = points / options_.bandwidth;
  const Index rows = scaled.rows(), cells = cells_.cells();
  sums_.resize(rows, cells);
  slopes_.assign(keep ? static_cast<std::size_t>(scaled.cols()) : 0, Matrix(rows, cells));
  const auto tasks = static_cast<std::size_t>((rows + kLaplaceRows - 1) / kLaplaceRows);
  const int threads = rows * rows < kFewEntries ? 1 : options_.threads;
  parallel_for(tasks, threads, [&](std::size_t task) {
    const Index first = static_cast<Index>(task) * kLaplaceRows;
    for (Index row = first; row < std::min(first + kLaplaceRows, rows); ++row) {
      sum_row(scaled, row, keep);
    }
  });
  Matrix result(cells, cells);
  for (Index g = 0; g < cells; ++g) {
    const Index begin = cells_.begin[g], count = cells_.begin[g + 1] - begin;
    result.row(g) =
        cells_.weights.segment(begin, count).transpose() * sums_.middleRows(begin, count);
  }
  return (result + result.transpose()) / 2;
}

RowMatrix LaplaceKernelSums::gradient(const Matrix& contrast) const {
  RowMatrix result(sums_.rows(), static_cast<Index>(slopes_.size()));
  for (Index g = 0; g < cells_.cells(); ++g) {
    const Index begin = cells_.begin[g], count = cells_.begin[g + 1] - begin;
    const Vector factors = cells_.weights.segment(begin, count) * (-2 / options_.bandwidth);
    for (Index k = 0; k < result.cols(); ++k) {
      const Matrix& slopes = slopes_[static_cast<std::size_t>(k)];
      const Vector combined = slopes.middleRows(begin, count) * contrast.col(g);
      result.col(k).segment(begin, count) = factors.cwiseProduct(combined);
    }
  }
  return result;
}

std::string LaplaceKernelSums::reason() const {
  return fmt::format("pairs one by one: the Laplace kernel of {} rows", cells_.rows());
}

}  // namespace fairpca
