// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/message.h"

namespace fairpca {

/// Warnings of groups (name, rows) below `min_group_size`: the first few by name, then how many
/// more there are.  `consequence` says how their statistics are handled; empty: nothing is said.
std::vector<Message> small_group_warnings(const std::vector<std::pair<std::string, Index>>& groups,
                                          Index min_group_size, const std::string& consequence);

}  // namespace fairpca
