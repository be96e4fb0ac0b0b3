// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fairpca::cli {

/// Throws InvalidArgument, naming both, when `output` is the same file as one of `inputs`, also
/// under another name (a link, another path).  `option` is what gave the output.  "-" is standard
/// output or input; only regular files count, since a terminal or /dev/null may well be both.
void reject_own_input(const std::string& output, const std::vector<std::string>& inputs,
                      const std::string& option = "--output");

}  // namespace fairpca::cli
