// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/methods.h"

namespace fairpca::cli {

/// All about one method, in 80 columns: what it does, the problem it solves, its paper, its options
/// with what they may be, an example.  `fairpca methods ID` and `fairpca fit --method ID --help`.
std::string method_help(const Method& method);

/// One line per method in 80 columns, as part of a help: id, fairness notion, a few words.
std::string method_lines();

}  // namespace fairpca::cli
