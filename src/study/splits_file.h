// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "study/study_data.h"

namespace fairpca {

/// Reads a table with a column per split and a line per row: `train` or 1, `test` or 0, empty: the
/// row is unused.  Throws IoError for a file that cannot be read, InvalidArgument for other cells
/// and splits without rows on a side.
GivenSplits read_splits(const std::filesystem::path& path);

/// The same of rows from where they stand; `name` is theirs, for messages.
GivenSplits read_splits(RowSource& rows, const std::string& name);

}  // namespace fairpca
