// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// A text file of one value per line, no header, exactly `rows` lines (gzipped or not).
///
/// A blank line and the usual marks (NA, NaN, null) are missing.  Throws IoError when the number of
/// lines differs, InvalidArgument for a line that cannot be used.
LevelColumn read_level_file(const std::filesystem::path& path, Index rows);

/// The same with a finite number >= 0 per line.
std::vector<double> read_weight_file(const std::filesystem::path& path, Index rows);

}  // namespace fairpca
