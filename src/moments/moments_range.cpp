// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_range.h"

#include <cmath>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {

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

}  // namespace fairpca
