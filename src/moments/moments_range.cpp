// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "moments/messages.h"

namespace fairpca {
namespace {

/// A sum of squares of at least this loses nothing to underflow: what is lost below the smallest
/// normal number, 2.2e-308, is beyond its last digit.
constexpr double kSmallestSum = 1e-290;

}  // namespace

void mark_varying(const Panels& rows, Index n, Matrix& scatter) {
  constexpr double kMark = std::numeric_limits<double>::min();
  for (Index j = 0; j < scatter.cols(); ++j) {
    if (scatter(j, j) >= kMark) continue;
    const double* at = rows.column(j);
    for (Index i = 0; i < n; ++i, at += rows.width) {
      if (*at != 0) scatter(j, j) = kMark;
    }
  }
}

void require_finite(const Moments& moments, const Encoding& encoding) {
  for (Index j = 0; j < moments.dim(); ++j) {
    if (std::isfinite(moments.lower_scatter()(j, j)) && std::isfinite(moments.mean()[j])) continue;
    const std::string& name = encoding.names()[static_cast<std::size_t>(j)];
    reject(moments_message<"numbers-too-large">("column"_is(Quoted{name})));
  }
}

void require_finite(const Matrix& second_moment, const std::vector<std::string>& names,
                    const Vector& scale) {
  if (second_moment.allFinite()) return;
  const auto is_wrong = [&](Index j) { return !std::isfinite(second_moment(j, j)); };
  Index j = 0;
  while (j < scale.size() && !is_wrong(j)) ++j;
  if (j == scale.size()) j = 0;  // only beside the diagonal: the scales' product is 0
  reject(moments_message<"variance-too-large">(
      "column"_is(Quoted{names[static_cast<std::size_t>(j)]}), "scale"_is(scale[j])));
}

void require_weights(const Moments& moments) {
  if (moments.count() == 0 || moments.squared_weight() >= kSmallestSum) return;
  reject(moments_message<"weights-too-small">("rows"_is(Counted{moments.count(), "row", "rows"}),
                                              "sum"_is(moments.weight())));
}

void require_variation(const Moments& moments, const Encoding& encoding) {
  for (Index j = 0; j < moments.dim(); ++j) {
    const double squares = moments.lower_scatter()(j, j);
    if (squares == 0 || std::min(squares, squares / moments.weight()) >= kSmallestSum) continue;
    const std::string& name = encoding.names()[static_cast<std::size_t>(j)];
    reject(moments_message<"variation-too-small">("column"_is(Quoted{name})));
  }
}

}  // namespace fairpca
