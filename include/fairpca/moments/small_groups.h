// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Warnings of groups (name, rows) below `min_group_size`: the first few by name, then how many
/// more there are.  `consequence` says what becomes of their statistics; empty: nothing.
std::vector<std::string> small_group_warnings(
    const std::vector<std::pair<std::string, Index>>& groups, Index min_group_size,
    const std::string& consequence);

}  // namespace fairpca
