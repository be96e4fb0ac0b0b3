// SPDX-License-Identifier: BSD-3-Clause
#include "moments/row_differences.h"

#include <algorithm>
#include <cmath>

#include "moments/mean_shares.h"
#include "moments/messages.h"

namespace fairpca {
namespace {

/// Calls visit(first, count) for each stretch of columns begin..end that lies in one panel.
template <class Visit>
void for_each_panel(Index begin, Index end, const Panels& panels, const Visit& visit) {
  for (Index j = begin, next = 0; j < end; j = next) {
    next = std::min(panels.start(j) + panels.width, end);
    visit(j, next - j);
  }
}

/// Copies columns begin..end of rows that do not lie side by side, a few columns of all rows at a
/// time: cache lines along the columns are used up.
template <class Scalar>
void copy_columns(const Scalar* data, const RowSelection& from, Index first, Index count,
                  Index begin, Index end, const Panels& out) {
  constexpr Index kColumns = 8;
  const Index row_stride = from.rows.row_stride(), col_stride = from.rows.col_stride();
  for_each_panel(begin, end, out, [&](Index panel, Index columns) {
    for (Index j = 0; j < columns; j += kColumns) {
      const Index width = std::min(kColumns, columns - j);
      const Scalar* const column = data + (panel + j) * col_stride;
      double* to = out.column(panel + j);
      for (Index i = 0; i < count; ++i, to += out.width) {
        const Scalar* const row = column + from.row(first + i) * row_stride;
        for (Index k = 0; k < width; ++k) to[k] = static_cast<double>(row[k * col_stride]);
      }
    }
  });
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

RowDifferences::RowDifferences(Index cols, const CentringKernel& kernel)
    : kernel_(&kernel), base_(cols), other_(cols), third_(cols), mean_difference_(cols) {}

Index RowDifferences::choose(const RowSelection& from, Index first, Index count) {
  if (from.weights.empty()) {
    totals_.count = count;
    totals_.weight = totals_.squared_weight = static_cast<double>(count);
    roots_.clear();
    weights_.clear();
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

MemoryAhead RowDifferences::behind() const {
  constexpr Index kMost = 512 << 10;  // bytes: half of a second-level cache
  const RowsRef& rows = from_.rows;
  const Index first = from_.row(first_), last = from_.row(first_ + totals_.count - 1);
  if (rows.col_stride() != 1 || rows.row_stride() < rows.cols() || last < first) return {};
  const bool is_double = rows.doubles() != nullptr;
  const auto* const data = is_double ? reinterpret_cast<const char*>(rows.doubles())
                                     : reinterpret_cast<const char*>(rows.floats());
  const Index bytes =
      rows.row_stride() * static_cast<Index>(is_double ? sizeof(double) : sizeof(float));
  return {data + (last + 1) * bytes, std::min((last + 1 - first) * bytes, kMost)};
}

void RowDifferences::centre(Index begin, Index end, const Panels& out) {
  if (from_.rows.doubles() != nullptr) {
    centre_from(from_.rows.doubles(), begin, end, out);
  } else {
    centre_from(from_.rows.floats(), begin, end, out);
  }
}

template <class Scalar>
void RowDifferences::centre_from(const Scalar* data, Index begin, Index end, const Panels& out) {
  if (from_.rows.col_stride() != 1) {
    copy_columns(data, from_, first_, totals_.count, begin, end, out);
    centre_copied(begin, end, out);
    return;
  }
  const Index stride = from_.rows.row_stride();
  const RowStretch<Scalar> rows{
      .data = data + (from_.all ? first_ * stride : 0),
      .n = totals_.count,
      .columns = from_.rows.cols(),
      .stride = stride,
      .selected = from_.all ? nullptr : from_.selected.data() + first_,
  };
  const auto& kernel = kernel_->of<Scalar>();
  kernel.add_differences(rows.columns_from(begin, end - begin), base_.data() + begin, weights(),
                         mean_difference_.data() + begin);
  set_means(begin, end);
  for_each_panel(begin, end, out, [&](Index j, Index count) {
    kernel.centre(rows.columns_from(j, count), centre_of(j), out.column(j), out.width);
  });
}

void RowDifferences::centre_copied(Index begin, Index end, const Panels& out) {
  const auto& kernel = kernel_->doubles;
  const auto rows = [&](Index j, Index count) {
    return RowStretch<double>{out.column(j), totals_.count, count, out.width, nullptr};
  };
  for_each_panel(begin, end, out, [&](Index j, Index count) {
    kernel.add_differences(rows(j, count), base_.data() + j, weights(),
                           mean_difference_.data() + j);
  });
  set_means(begin, end);
  for_each_panel(begin, end, out, [&](Index j, Index count) {
    kernel.centre(rows(j, count), centre_of(j), out.column(j), out.width);
  });
}

void RowDifferences::set_means(Index begin, Index end) {
  auto difference = mean_difference_.segment(begin, end - begin);
  auto mean = totals_.mean.segment(begin, end - begin);
  difference /= totals_.weight;
  mean = base_.segment(begin, end - begin) + difference;
  if (!mean.allFinite() || !std::isfinite(totals_.squared_weight)) {
    reject_not_finite(from_, first_, totals_.count);
  }
}

RowCentre RowDifferences::centre_of(Index column) const {
  return {base_.data() + column, mean_difference_.data() + column,
          roots_.empty() ? nullptr : roots_.data()};
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
  weights_.resize(static_cast<std::size_t>(count));
  for (Index i = first; i < first + count; ++i) {
    const double weight = from.weight(i);
    const auto at = static_cast<std::size_t>(totals_.count);
    weights_[at] = weight;
    roots_[at] = std::sqrt(weight);
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
