// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "fairpca/message.h"

namespace fairpca {

/// Of more groups the first ones are shown, and the rest counted.
inline constexpr std::size_t kGroupsShown = 20;

/// How tables are set: the interface knows what it writes to.
struct TableStyle {
  std::size_t width = 80;   ///< columns of a line, at least 40; no line is longer
  bool color = false;       ///< with the escape sequences of a terminal
  bool all_groups = false;  ///< otherwise the worst 20, and how many more there are
  Spelling spelling = spelled_in_cpp;
};

}  // namespace fairpca
