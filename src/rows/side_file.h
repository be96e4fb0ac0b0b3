// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// A text file of one value per line, no header, exactly `rows` lines (gzipped or not).
///
/// `stop_wanted` is as in ByteSource.  A blank line and the usual marks (NA, NaN, null) are
/// missing.  Throws IoError when the number of lines differs, InvalidArgument for a line that
/// cannot be used.
LevelColumn read_level_file(const std::filesystem::path& path, Index rows,
                            const std::function<bool()>& stop_wanted = {});

/// The same with a finite number >= 0 per line.
std::vector<double> read_weight_file(const std::filesystem::path& path, Index rows,
                                     const std::function<bool()>& stop_wanted = {});

}  // namespace fairpca
