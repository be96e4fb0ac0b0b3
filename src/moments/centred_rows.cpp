// SPDX-License-Identifier: BSD-3-Clause
#include "moments/centred_rows.h"

#include <algorithm>
#include <utility>

#include "fairpca/error.h"
#include "moments/moments_range.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Columns centred by one task.  Where a kernel squares them: what was added up is still in the
/// second-level cache when it is centred.
constexpr Index kPackedColumns = 240;
/// For BLAS: stretches of rows that leave no pages half read.
constexpr Index kCentredColumns = 1024;

}  // namespace

void CentredRows::reserve(Index cols, Index rows) {
  if (cols != cols_) {
    differences_ = RowDifferences(cols);
    correction_.resize(cols);
    if (kernel_ != nullptr) blocks_ = tile_blocks(cols, kernel_->panel);
  }
  cols_ = cols;
  const Index width = kernel_ == nullptr ? std::max<Index>(cols, 1) : kernel_->panel;
  const Index panels = (cols + width - 1) / width;
  const Index size = panels * width * rows;
  if (size > buffer_.size()) buffer_.resize(size);
  panels_ = {.data = buffer_.data(), .width = width, .capacity = rows};
  clear_padding();
}

/// Tiles take some columns beyond the last one.
void CentredRows::clear_padding() {
  const Index last = cols_ - 1, end = panels_.start(last) + panels_.width;
  const Index padded = std::min(end, (cols_ + kPadding - 1) / kPadding * kPadding) - cols_;
  if (padded <= 0) return;
  double* out = panels_.column(last) + 1;
  for (Index i = 0; i < panels_.capacity; ++i, out += panels_.width) std::fill_n(out, padded, 0.0);
}

void CentredRows::add(const RowSelection& from, Moments& moments, int threads,
                      const std::function<bool()>& stop_wanted) {
  const Index size = from.size(), cols = from.rows.cols();
  if (size == 0) return;
  Index most = std::min<Index>(kRowsPerSlab, size);
  if (cols >= kNarrowColumns || kernel_ == nullptr) {
    const Index slabs = (size + kRows - 2) / (kRows - 1);  // one row is left for the corrections
    most = (size + slabs - 1) / slabs;
  }
  reserve(cols, most + 1);
  const Index step = kernel_ == nullptr ? kCentredColumns : kPackedColumns;
  for (Index first = 0; first < size; first += most) {
    rows_ = differences_.choose(from, first, std::min(most, size - first));
    if (rows_ == 0) continue;
    parallel_for(static_cast<std::size_t>((cols + step - 1) / step), threads,
                 [&](std::size_t part) {
                   const Index begin = static_cast<Index>(part) * step;
                   differences_.centre(begin, std::min(begin + step, cols), panels_);
                 });
    RowTotals totals = moments.totals();
    if (totals.join(differences_.totals(), correction_.data())) append(correction_);
    moments.set_totals(std::move(totals));
    square(moments.scatter_, threads, stop_wanted);
  }
}

void CentredRows::append(const Vector& row) {
  const Index width = panels_.width;
  for (Index j = 0; j < cols_; j += width) {
    double* const out = panels_.column(j) + rows_ * width;
    std::copy_n(row.data() + j, std::min(width, cols_ - j), out);
  }
  ++rows_;
}

template <class Part>
void CentredRows::square_parts(std::size_t count, int threads,
                               const std::function<bool()>& stop_wanted, const Part& part) {
  parallel_for(count, threads, [&](std::size_t i) {
    if (!stop_wanted || !stop_wanted()) part(i);
  });
  if (stop_wanted && stop_wanted()) throw Stopped();
}

void CentredRows::square(Matrix& scatter, int threads, const std::function<bool()>& stop_wanted) {
  if (cols_ == 0) return;  // the rows are counted
  if (kernel_ != nullptr) {
    PackedRows packed{panels_.data, rows_, panels_.capacity, cols_};
    if (blocks_.size() == 1) packed.ahead = differences_.behind();
    square_parts(blocks_.size(), threads, stop_wanted,
                 [&](std::size_t i) { kernel_->square(packed, blocks_[i], scatter.data()); });
  } else {
    const std::vector<std::ptrdiff_t> cuts = rank_update_cuts(cols_);
    square_parts(cuts.size() - 1, threads, stop_wanted, [&](std::size_t i) {
      rank_update_columns(panels_.data, rows_, cols_, cuts[i], cuts[i + 1], scatter.data());
    });
  }
  mark_varying(panels_, rows_, scatter);
}

}  // namespace fairpca
