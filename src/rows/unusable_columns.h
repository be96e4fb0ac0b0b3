// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fairpca {

/// Features that cannot be used, found on opening a table.
struct UnusableColumns {
  std::vector<std::string> all = {};  ///< in the order of the table
  std::vector<std::string> empty = {}, dates = {};
  std::string where = {};  ///< there is no value: `in any row`
};

/// Throws InvalidArgument naming the columns, which are at least one, with the ways out.
[[noreturn]] void reject_unusable(const std::string& file, const UnusableColumns& columns);

}  // namespace fairpca
