// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fairpca {

/// What to say to someone who named a column that is not among `names`: the nearest ones, or all.
std::string column_advice(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace fairpca
