// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "passes/pass_request.h"

namespace fairpca {

/// What the driver hears of a partition beside its share of the result.
struct PartitionFacts {
  Index number = 0, rows = 0;
  std::optional<PartitionProblem> problem = {};
  /// Where the request left them open: what it took its columns for, and which of them showed a
  /// cell that is not missing.
  std::vector<FeatureColumn> features = {};
  std::vector<bool> shown = {};
};

/// The result of one partition, or of consecutive ones.  `value` is written and read as
/// pass_values.h says; empty: there is nothing to add.
struct PassResult {
  PassKind kind = PassKind::kCount;
  std::vector<PartitionFacts> partitions;
  std::string value;
};

std::string result_bytes(const PassResult& result);
PassResult parse_result(std::string_view bytes);

void write_facts(ByteWriter& out, const PartitionFacts& facts);
PartitionFacts read_facts(ByteReader& in);

}  // namespace fairpca
