// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

/// A sum of squares of at least this loses nothing to underflow: what is lost below the smallest
/// normal number, 2.2e-308, is beyond its last digit.
constexpr double kSmallestSum = 1e-290;

}  // namespace

void mark_varying(const double* rows, Index n, Index p, Matrix& scatter) {
  constexpr double kMark = std::numeric_limits<double>::min();
  std::vector<Index> columns;
  for (Index j = 0; j < p; ++j) {
    if (scatter(j, j) < kMark) columns.push_back(j);
  }
  if (columns.empty()) return;
  for (Index i = 0; i < n; ++i) {
    for (const Index j : columns) {
      if (rows[i * p + j] != 0) scatter(j, j) = kMark;
    }
  }
}

void require_finite(const Moments& moments, const Encoding& encoding) {
  for (Index j = 0; j < moments.dim(); ++j) {
    if (std::isfinite(moments.lower_scatter()(j, j)) && std::isfinite(moments.mean()[j])) continue;
    const std::string& name = encoding.names()[static_cast<std::size_t>(j)];
    throw InvalidArgument(fmt::format(
        "column {} holds numbers so large (beyond about 1e154) that the sum of their squares "
        "overflows; correct them, measure it in a larger unit, or leave it out (--drop {})",
        in_quotes(name), shown_text(name)));
  }
}

void require_finite(const Matrix& second_moment, const std::vector<std::string>& names,
                    const Vector& scale) {
  if (second_moment.allFinite()) return;
  const auto is_wrong = [&](Index j) { return !std::isfinite(second_moment(j, j)); };
  Index j = 0;
  while (j < scale.size() && !is_wrong(j)) ++j;
  if (j == scale.size()) j = 0;  // only beside the diagonal: the scales' product is 0
  throw InvalidArgument(
      fmt::format("column {}, divided by its scale of {}, has a variance beyond the largest double "
                  "(1.8e308); measure it in a larger unit, or divide by a larger number",
                  in_quotes(names[static_cast<std::size_t>(j)]), scale[j]));
}

void require_weights(const Moments& moments) {
  if (moments.count() == 0 || moments.squared_weight() >= kSmallestSum) return;
  throw InvalidArgument(fmt::format(
      "the weights of {} sum to {:.3g}: they are so small (below about 1e-145) that the sum of "
      "their squares underflows; multiply all weights by the same large number",
      counted(moments.count(), "row", "rows"), moments.weight()));
}

void require_variation(const Moments& moments, const Encoding& encoding) {
  for (Index j = 0; j < moments.dim(); ++j) {
    const double squares = moments.lower_scatter()(j, j);
    if (squares == 0 || std::min(squares, squares / moments.weight()) >= kSmallestSum) continue;
    const std::string& name = encoding.names()[static_cast<std::size_t>(j)];
    throw InvalidArgument(fmt::format(
        "column {} varies so little (by less than about 1e-145) that the sum of squares "
        "underflows; measure it in a smaller unit, or leave it out",
        in_quotes(name)));
  }
}

}  // namespace fairpca
