// SPDX-License-Identifier: BSD-3-Clause
#include "moments/centred_rows.h"

#include <algorithm>
#include <utility>

#include "fairpca/error.h"
#include "moments/moments_range.h"
#include "moments/rank_update.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Columns centred by one task: stretches of rows that leave no pages half read.
constexpr Index kCentredColumns = 1024;

}  // namespace

void CentredRows::reserve(Index cols, Index rows) {
  if (cols != cols_) differences_ = RowDifferences(cols);
  if (cols * rows > cols_ * capacity_) {
    buffer_ = std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(cols * rows));
    capacity_ = rows;
  } else if (cols != cols_) {
    capacity_ = cols_ * capacity_ / cols;
  }
  cols_ = cols;
}

void CentredRows::add(const RowSelection& from, Moments& moments, int threads,
                      const std::function<bool()>& stop_wanted) {
  const Index size = from.size(), cols = from.rows.cols();
  if (size == 0 || cols == 0) return;
  const Index slabs = (size + kRows - 2) / (kRows - 1);  // one row is left for the corrections
  const Index most = (size + slabs - 1) / slabs;
  reserve(cols, most + 1);
  for (Index first = 0; first < size; first += most) {
    rows_ = differences_.choose(from, first, std::min(most, size - first));
    if (rows_ == 0) continue;
    const Index parts = (cols + kCentredColumns - 1) / kCentredColumns;
    parallel_for(static_cast<std::size_t>(parts), threads, [&](std::size_t part) {
      const auto i = static_cast<Index>(part);
      centre(cols * i / parts, cols * (i + 1) / parts);
    });
    RowTotals totals = moments.totals();
    if (totals.join(differences_.totals(), buffer_.get() + rows_ * cols)) ++rows_;
    moments.set_totals(std::move(totals));
    square(moments, threads, stop_wanted);
  }
}

void CentredRows::centre(Index begin, Index end) {
  differences_.subtract(begin, end, buffer_.get());
  const double* __restrict mean = differences_.mean_difference().data();
  const double* roots = differences_.roots();
  for (Index i = 0; i < rows_; ++i) {
    const double root = roots == nullptr ? 1.0 : roots[i];
    double* __restrict row = buffer_.get() + i * cols_;
    for (Index j = begin; j < end; ++j) row[j] = (row[j] - mean[j]) * root;
  }
}

void CentredRows::square(Moments& moments, int threads, const std::function<bool()>& stop_wanted) {
  double* scatter = moments.scatter_.data();
  const std::vector<std::ptrdiff_t> cuts = rank_update_cuts(cols_);
  parallel_for(cuts.size() - 1, threads, [&](std::size_t part) {
    if (stop_wanted && stop_wanted()) return;
    rank_update_columns(buffer_.get(), rows_, cols_, cuts[part], cuts[part + 1], scatter);
  });
  if (stop_wanted && stop_wanted()) throw Stopped();
  mark_varying(buffer_.get(), rows_, cols_, moments.scatter_);
}

}  // namespace fairpca
