// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/pass_result.h"

namespace fairpca {

/// A partition as a pass of kind kPrepare leaves it in the cluster: 8 bytes per encoded cell.
struct PreparedPartition {
  PartitionFacts facts;
  Index dim = 0, cells = 0;
  std::vector<PreparedBlock> blocks;
};

std::string prepared_bytes(const PreparedPartition& partition);
PreparedPartition parse_prepared(std::string_view bytes);

}  // namespace fairpca
