// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "moments/centred_rows.h"
#include "moments/messages.h"
#include "moments/moments_check.h"
#include "moments/moments_range.h"
#include "rows/column_selection.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

void check(const RowSelection& from, Index dim) {
  check_columns("the table", from.rows.cols(), "the moments", dim);
  if (!from.weights.empty() && static_cast<Index>(from.weights.size()) != from.rows.rows()) {
    reject(rows_message<"column-length">(
        "what"_is("the column of weights"),
        "rows"_is(Counted{static_cast<Index>(from.weights.size()), "row", "rows"}),
        "expected"_is(Counted{from.rows.rows(), "row", "rows"})));
  }
  for (const Index row : from.selected) {
    if (row >= 0 && row < from.rows.rows()) continue;
    reject(moments_message<"selected-row">("index"_is(row), "last"_is(from.rows.rows() - 1)));
  }
  for (Index i = 0; !from.weights.empty() && i < from.size(); ++i) {
    const double weight = from.weight(i);
    if (weight >= 0 && std::isfinite(weight)) continue;
    reject(rows_message<"invalid-weight">("place"_is(Place{.row = from.row(i) + 1}),
                                          "value"_is(weight)));
  }
}

}  // namespace

Moments::Moments(Index dim) {
  if (dim < 0) reject(moments_message<"negative-columns">("columns"_is(dim)));
  mean_ = Vector::Zero(dim);
  scatter_ = Matrix::Zero(dim, dim);
}

void Moments::add(RowsRef rows, std::span<const double> weights) {
  add_selection({.rows = rows, .selected = {}, .all = true, .weights = weights});
}

void Moments::add(RowsRef rows, std::span<const Index> selected, std::span<const double> weights) {
  add_selection({.rows = rows, .selected = selected, .all = false, .weights = weights});
}

void Moments::add_selection(const RowSelection& from) {
  check(from, dim());
  CentredRows().add(from, *this, 1);
}

RowTotals Moments::totals() const {
  return {count_, weight_, squared_weight_, mean_};
}

void Moments::set_totals(RowTotals totals) {
  count_ = totals.count;
  weight_ = totals.weight;
  squared_weight_ = totals.squared_weight;
  mean_ = std::move(totals.mean);
}

void Moments::merge(const Moments& other) {
  check_columns("what is merged", other.dim(), "the moments", dim());
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  check_row_count(count_, other.count_);
  const Index p = dim();
  RowTotals joined = totals();
  Vector correction(p);
  joined.join(other.totals(), correction.data());
  for (Index j = 0; j < p; ++j) {
    scatter_.col(j).tail(p - j) +=
        other.scatter_.col(j).tail(p - j) + correction[j] * correction.tail(p - j);
  }
  mark_varying({.data = correction.data(), .width = p, .capacity = 1}, 1, scatter_);
  set_totals(std::move(joined));
}

Moments Moments::selected(const std::vector<Index>& kept) const {
  check_selection(kept, dim());
  const auto width = static_cast<Index>(kept.size());
  Moments narrow(width);
  narrow.count_ = count_;
  narrow.weight_ = weight_;
  narrow.squared_weight_ = squared_weight_;
  for (Index j = 0; j < width; ++j) {
    narrow.mean_[j] = mean_[kept[j]];
    for (Index i = j; i < width; ++i) narrow.scatter_(i, j) = scatter_(kept[i], kept[j]);
  }
  return narrow;
}

Moments Moments::spread(Index dim, const std::vector<Index>& position) const {
  std::vector<char> taken(static_cast<std::size_t>(std::max<Index>(dim, 0)), 0);
  const bool fits = static_cast<Index>(position.size()) == mean_.size() &&
                    std::all_of(position.begin(), position.end(), [&](Index at) {
                      return at >= 0 && at < dim && std::exchange(taken[at], char{1}) == 0;
                    });
  if (!fits) {
    reject(moments_message<"column-positions">("columns"_is(mean_.size()), "width"_is(dim)));
  }
  Moments wide(dim);
  wide.count_ = count_;
  wide.weight_ = weight_;
  wide.squared_weight_ = squared_weight_;
  for (Index j = 0; j < mean_.size(); ++j) {
    wide.mean_[position[j]] = mean_[j];
    for (Index i = j; i < mean_.size(); ++i) {
      const auto [column, row] = std::minmax(position[i], position[j]);
      wide.scatter_(row, column) = scatter_(i, j);
    }
  }
  return wide;
}

Matrix Moments::scatter() const {
  return scatter_.selfadjointView<Eigen::Lower>();
}

Moments Moments::from_parts(Index count, double weight, double squared_weight, Vector mean,
                            Matrix lower_scatter) {
  const Index p = mean.size();
  check_columns("the scatter", lower_scatter.rows(), "the mean", p);
  check_columns("the scatter", lower_scatter.cols(), "the mean", p);
  check_parts({count, weight, squared_weight, mean}, lower_scatter);
  Moments moments;
  moments.count_ = count;
  moments.weight_ = weight;
  moments.squared_weight_ = squared_weight;
  moments.mean_ = std::move(mean);
  moments.scatter_ = std::move(lower_scatter);
  return moments;
}

}  // namespace fairpca
