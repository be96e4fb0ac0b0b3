// SPDX-License-Identifier: BSD-3-Clause
#include "moments/centred_rows.h"

#include <algorithm>

#include "fairpca/error.h"
#include "moments/moments_range.h"
#include "moments/rank_update.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Numbers of the rows squared between two looks at the wish to stop: a fraction of a second.
constexpr Index kSlabNumbers = 5'000'000;

}  // namespace

CentredRows::CentredRows(Index cols, Index capacity)
    : cols_(cols),
      capacity_(capacity),
      rows_(std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(capacity * cols))) {
  totals_.mean = Vector::Zero(cols);
}

CentredRows::CentredRows(const RowSelection& from, Index first, Index count)
    : CentredRows(from.rows.cols(), count + (count + kBufferRows - 1) / kBufferRows) {
  RowDifferences differences(cols_);
  for (const Index end = first + count; first < end; first += kBufferRows) {
    append(from, first, std::min(kBufferRows, end - first), differences);
  }
}

void CentredRows::append(const RowSelection& from, Index first, Index count,
                         RowDifferences& differences) {
  double* rows = next_row();
  const Index gathered = differences.gather(from, first, count, rows);
  if (gathered == 0) return;
  const double* __restrict mean = differences.mean_difference().data();
  for (Index i = 0; i < gathered; ++i) {
    const double root = differences.roots() == nullptr ? 1.0 : differences.roots()[i];
    double* __restrict row = rows + i * cols_;
    for (Index j = 0; j < cols_; ++j) row[j] = (row[j] - mean[j]) * root;
  }
  used_ += gathered;
  if (totals_.join(differences.totals(), next_row())) ++used_;
}

CentredRows CentredRows::spread(Index cols, const std::vector<Index>& position) const {
  CentredRows wide(cols, capacity_);
  std::fill_n(wide.rows_.get(), used_ * cols, 0.0);
  for (Index i = 0; i < used_; ++i) {
    for (Index j = 0; j < cols_; ++j) wide.rows_[i * cols + position[j]] = rows_[i * cols_ + j];
  }
  wide.used_ = used_;
  wide.totals_ = totals_;
  wide.totals_.mean = Vector::Zero(cols);
  for (Index j = 0; j < cols_; ++j) wide.totals_.mean[position[j]] = totals_.mean[j];
  return wide;
}

void CentredRows::add_all(const std::vector<Addition>& additions, int threads,
                          const std::function<bool()>& stop_wanted) {
  if (additions.empty()) return;
  for (const auto& [rows, moments] : additions) {
    RowTotals totals = moments->totals();
    if (totals.join(rows->totals_, rows->next_row())) ++rows->used_;
    moments->set_totals(std::move(totals));
  }
  const Index cols = additions.front().first->cols_;
  const std::vector<std::ptrdiff_t> cuts = rank_update_cuts(cols);
  const std::size_t parts = cuts.size() - 1;
  const Index slab = std::max(kBufferRows, kSlabNumbers / cols);
  const auto square = [&](std::size_t task) {
    const auto& [rows, moments] = additions[task / parts];
    const std::size_t part = task % parts;
    for (Index first = 0; first < rows->used_; first += slab) {
      if (stop_wanted && stop_wanted()) return;
      rank_update_columns(rows->rows_.get() + first * cols, std::min(slab, rows->used_ - first),
                          cols, cuts[part], cuts[part + 1], moments->scatter_.data());
    }
  };
  parallel_for(additions.size() * parts, threads, square);
  if (stop_wanted && stop_wanted()) throw Stopped();
  for (const auto& [rows, moments] : additions) {
    mark_varying(rows->rows_.get(), rows->used_, cols, moments->scatter_);
  }
}

}  // namespace fairpca
