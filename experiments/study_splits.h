// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "experiments/paper_study.h"
#include "study/study_data.h"

namespace fairpca {

/// Which rows a study trains and tests on, by row of its table.
struct SplitRequest {
  PaperSplits splits;
  std::uint64_t seed = 0;
  std::filesystem::path file = {};  ///< of PaperSplits::Kind::kFile
  Index most_rows = 0;              ///< > 0: about so many of the rows are used
};

/// Divides the rows of `rows`, which is read once.  Same request, same rows on every machine.
GivenSplits paper_splits(RowSource& rows, const SplitRequest& request);

}  // namespace fairpca
