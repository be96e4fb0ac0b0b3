// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/fit_settings.h"
#include "passes/pass_request.h"
#include "passes/pass_values.h"

namespace fairpca {

/// The rows of one partition and what is asked of them.
struct PartitionRows {
  RowSource& rows;
  const FitSettings& settings;
  const PassRequest& request;
  Index first_row = 0;  ///< among all rows
  std::vector<std::string> missing_is_level;
};

/// The results of the passes over rows, as bytes; empty: the partition adds nothing.
std::string count_value(PartitionRows& partition);
std::string means_value(PartitionRows& partition);
std::string moments_value(PartitionRows& partition);
std::string sample_value(PartitionRows& partition);
std::string features_value(PartitionRows& partition);
std::vector<PreparedBlock> prepared_blocks(PartitionRows& partition);

}  // namespace fairpca
