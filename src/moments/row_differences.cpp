// SPDX-License-Identifier: BSD-3-Clause
#include "moments/row_differences.h"

#include <algorithm>
#include <cmath>

#include "moments/mean_shares.h"
#include "moments/messages.h"

namespace fairpca {
namespace {

/// Part of a row: out = x - base, sum += weight * out.  Pointers that do not overlap let the
/// compiler vectorise it.
template <class Scalar>
void subtract_and_sum(const Scalar* __restrict x, Index stride, const double* __restrict base,
                      double weight, Index count, double* __restrict out, double* __restrict sum) {
  if (stride == 1) {
    for (Index j = 0; j < count; ++j) {
      out[j] = static_cast<double>(x[j]) - base[j];
      sum[j] += weight * out[j];
    }
  } else {
    for (Index j = 0; j < count; ++j) {
      out[j] = static_cast<double>(x[j * stride]) - base[j];
      sum[j] += weight * out[j];
    }
  }
}

/// Asks for a row to come: selected rows follow no pattern the processor could foresee.
template <class Scalar>
void prefetch(const Scalar* row, Index count) {
  constexpr Index kPerLine = 64 / sizeof(Scalar);
  for (Index j = 0; j < count; j += kPerLine) __builtin_prefetch(row + j);
}

/// Columns begin..end of some rows: whole stretches of them where they are contiguous, otherwise a
/// few columns of all rows at a time, so that cache lines along the columns are used up.
template <class Scalar>
void gather_from(const Scalar* data, const RowSelection& from, Index first, Index count,
                 Index begin, Index end, const double* base, const Panels& out, double* sum) {
  const Index row_stride = from.rows.row_stride(), col_stride = from.rows.col_stride();
  const Index width = col_stride == 1 ? end - begin : 8;
  constexpr Index kAhead = 2;
  constexpr Index kFetched = 320;  // the processor itself sees where longer stretches go
  const bool fetches = col_stride == 1 && width < kFetched;
  for (Index start = begin; start < end; start += width) {
    const Index stop = std::min(start + width, end);
    for (Index i = 0; i < count; ++i) {
      const double weight = from.weight(first + i);
      if (fetches && i + kAhead < count) {
        prefetch(data + from.row(first + i + kAhead) * row_stride + start, stop - start);
      }
      const Scalar* row = data + from.row(first + i) * row_stride;
      for (Index j = start, next = 0; j < stop; j = next) {
        next = std::min(out.start(j) + out.width, stop);
        subtract_and_sum(row + j * col_stride, col_stride, base + j, weight, next - j,
                         out.column(j) + i * out.width, sum + j);
      }
    }
  }
}

[[noreturn]] void reject_not_finite(const RowSelection& from, Index first, Index count) {
  for (Index i = first; i < first + count; ++i) {
    for (Index j = 0; j < from.rows.cols(); ++j) {
      const double value = from.rows(from.row(i), j);
      if (std::isfinite(value)) continue;
      reject(moments_message<"number-not-finite">("row"_is(from.row(i) + 1), "column"_is(j + 1),
                                                  "value"_is(value)));
    }
  }
  reject(moments_message<"sums-overflow">("first"_is(from.row(first) + 1),
                                          "last"_is(from.row(first + count - 1) + 1)));
}

}  // namespace

bool RowTotals::join(const RowTotals& further, double* correction) {
  const bool had_rows = count > 0;
  if (had_rows) {
    const MeanShares shares(weight, further.weight);
    const double root = std::sqrt(weight * shares.second);
    for (Index j = 0; j < mean.size(); ++j) {
      correction[j] = root * (further.mean[j] - mean[j]);
      mean[j] = shares.mean(mean[j], further.mean[j]);
    }
  } else {
    mean = further.mean;
  }
  count += further.count;
  weight += further.weight;
  squared_weight += further.squared_weight;
  return had_rows;
}

RowDifferences::RowDifferences(Index cols)
    : base_(cols), other_(cols), third_(cols), mean_difference_(cols) {}

Index RowDifferences::gather(const RowSelection& from, Index first, Index count, double* out) {
  const Index cols = from.rows.cols();
  if (choose(from, first, count) > 0) subtract(0, cols, {out, cols, count});
  return totals_.count;
}

Index RowDifferences::choose(const RowSelection& from, Index first, Index count) {
  if (from.weights.empty()) {
    totals_.count = count;
    totals_.weight = totals_.squared_weight = static_cast<double>(count);
    roots_.clear();
  } else {
    add_weights(from, first, count);
  }
  if (totals_.count == 0) return 0;
  from_ = from;
  first_ = first;
  if (totals_.count != count) {  // none of weight 0
    from_ = {.rows = from.rows, .selected = kept_, .all = false, .weights = from.weights};
    first_ = 0;
  }
  choose_base(from_, first_);
  mean_difference_.setZero();
  totals_.mean.resize(from.rows.cols());
  return totals_.count;
}

void RowDifferences::subtract(Index begin, Index end, const Panels& out) {
  double* sum = mean_difference_.data();
  if (from_.rows.doubles() != nullptr) {
    gather_from(from_.rows.doubles(), from_, first_, totals_.count, begin, end, base_.data(), out,
                sum);
  } else {
    gather_from(from_.rows.floats(), from_, first_, totals_.count, begin, end, base_.data(), out,
                sum);
  }
  auto difference = mean_difference_.segment(begin, end - begin);
  auto mean = totals_.mean.segment(begin, end - begin);
  difference /= totals_.weight;
  mean = base_.segment(begin, end - begin) + difference;
  if (!mean.allFinite() || !std::isfinite(totals_.squared_weight)) {
    reject_not_finite(from_, first_, totals_.count);
  }
}

/// The median, column by column, of the first heavy row, of the last and of one from the middle on.
void RowDifferences::choose_base(const RowSelection& from, Index first) {
  const auto is_heavy = [&](Index i) { return from.weight(i) >= heaviest_ / 2; };
  Index low = first, middle = first + totals_.count / 2, high = first + totals_.count - 1;
  if (!from.weights.empty()) {
    while (!is_heavy(low)) ++low;
    while (!is_heavy(high)) --high;
    middle = std::min(middle, high);
    while (!is_heavy(middle)) ++middle;
  }
  from.rows.copy_row(from.row(low), base_.data());
  from.rows.copy_row(from.row(middle), other_.data());
  from.rows.copy_row(from.row(high), third_.data());
  base_ = base_.cwiseMin(other_).cwiseMax(base_.cwiseMax(other_).cwiseMin(third_));
}

void RowDifferences::add_weights(const RowSelection& from, Index first, Index count) {
  totals_.count = 0;
  totals_.weight = totals_.squared_weight = heaviest_ = 0;
  roots_.resize(static_cast<std::size_t>(count));
  for (Index i = first; i < first + count; ++i) {
    const double weight = from.weight(i);
    roots_[static_cast<std::size_t>(totals_.count)] = std::sqrt(weight);
    totals_.count += weight > 0 ? 1 : 0;
    totals_.weight += weight;
    totals_.squared_weight += weight * weight;
    heaviest_ = std::max(heaviest_, weight);
  }
  if (totals_.count == count) return;
  kept_.clear();
  for (Index i = first; i < first + count; ++i) {
    if (from.weight(i) > 0) kept_.push_back(from.row(i));
  }
}

}  // namespace fairpca
