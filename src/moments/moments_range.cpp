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
        in_quotes(name), name));
  }
}

}  // namespace fairpca
