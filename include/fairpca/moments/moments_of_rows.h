// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

struct MomentsSettings {
  MissingCells missing = MissingCells::kError;
  MissingCategory missing_category = MissingCategory::kError;
  /// Whether these are all rows there will be; only then can MissingCells::kMean fill cells.
  bool has_all_rows = true;
  PassOptions pass = {};
};

/// Throws InvalidArgument (option `missing`) for what moments cannot do about missing cells.
void check_moments_settings(const MomentsSettings& settings);

/// accumulate_moments() with settings checked before a row is read, and a missing cell rejected
/// with the ways out there are: what Python does with a batch of rows, the command line with a
/// table.
GroupMoments moments_of_rows(RowSource& rows, const MomentsSettings& settings = {});

/// Opens the table in `file`.
using OpenTable = std::function<std::unique_ptr<RowSource>(const std::string& file)>;

/// The moments of the rows of all `files` together, in their order: moments files, and tables,
/// which `open` opens.  Settings are checked before a file is opened.
GroupMoments sum_moments(const std::vector<std::string>& files, const MomentsSettings& settings,
                         const OpenTable& open);

}  // namespace fairpca
