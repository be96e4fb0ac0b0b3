// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rows/adapted_rows.h"
#include "rows/map_blocks.h"

namespace fairpca {

/// How a table is divided.
struct SplitOptions {
  std::int64_t training_percent = 70;
  std::uint64_t seed = 0;
  std::string positive;  ///< the label's level that a classifier is to find
};

/// What is known of each row of a table with one protected column and a label, by row number.
struct SplitRows {
  std::vector<std::string> levels;  ///< of the protected column, sorted bytewise
  std::vector<std::size_t> group;   ///< index into `levels`
  std::vector<bool> positive, training;
};

/// Divides the rows, stratified by group: of each group the percentage rounded down trains, the
/// rows with the smallest hashes of (seed, row number).  One pass.  Throws InvalidArgument for a
/// row without its protected level.
SplitRows split_rows(RowSource& source, const SplitOptions& options, const PassOptions& pass);

/// `source` with the training rows at weight 1 and the others at 0.  Views both.
AdaptedRows training_rows(RowSource& source, const SplitRows& split);

/// All rows as `encoding` makes them, in order; a level it does not have becomes zeros.
RowMatrix encoded_rows(RowSource& source, const Encoding& encoding, const PassOptions& pass);

}  // namespace fairpca
