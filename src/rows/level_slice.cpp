// SPDX-License-Identifier: BSD-3-Clause
#include "rows/level_slice.h"

namespace fairpca {

LevelColumn slice_levels(const LevelColumn& column, Index first, Index count) {
  LevelColumn part;
  part.codes.reserve(static_cast<std::size_t>(count));
  std::vector<std::int32_t> new_code(column.levels.size(), LevelColumn::kMissing);
  for (Index row = first; row < first + count; ++row) {
    const std::int32_t code = column.codes[row];
    if (code != LevelColumn::kMissing && new_code[code] == LevelColumn::kMissing) {
      new_code[code] = static_cast<std::int32_t>(part.levels.size());
      part.levels.push_back(column.levels[code]);
    }
    part.codes.push_back(code == LevelColumn::kMissing ? code : new_code[code]);
  }
  return part;
}

}  // namespace fairpca
