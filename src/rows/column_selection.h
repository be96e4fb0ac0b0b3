// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "fairpca/matrix.h"
#include "rows/messages.h"

namespace fairpca {

/// Throws InvalidArgument unless `kept` are places of `width` columns, each once and in order.
inline void check_selection(const std::vector<Index>& kept, Index width) {
  const bool is_ordered =
      std::adjacent_find(kept.begin(), kept.end(), std::greater_equal<Index>()) == kept.end();
  if (is_ordered && (kept.empty() || (kept.front() >= 0 && kept.back() < width))) return;
  reject(rows_message<"selected-columns">("columns"_is(width)));
}

}  // namespace fairpca
