// SPDX-License-Identifier: BSD-3-Clause
#include "rows/level_slice.h"

namespace fairpca {
namespace {

/// Takes rows of a column one by one.
class LevelsTaken {
 public:
  LevelsTaken(const LevelColumn& column, std::size_t count)
      : column_(column), new_code_(column.levels.size(), LevelColumn::kMissing) {
    taken_.codes.reserve(count);
  }

  void take(Index row) {
    const std::int32_t code = column_.codes[row];
    if (code != LevelColumn::kMissing && new_code_[code] == LevelColumn::kMissing) {
      new_code_[code] = static_cast<std::int32_t>(taken_.levels.size());
      taken_.levels.push_back(column_.levels[code]);
    }
    taken_.codes.push_back(code == LevelColumn::kMissing ? code : new_code_[code]);
  }

  LevelColumn result() { return std::move(taken_); }

 private:
  const LevelColumn& column_;
  std::vector<std::int32_t> new_code_;
  LevelColumn taken_;
};

}  // namespace

LevelColumn slice_levels(const LevelColumn& column, Index first, Index count) {
  LevelsTaken part(column, static_cast<std::size_t>(count));
  for (Index row = first; row < first + count; ++row) part.take(row);
  return part.result();
}

LevelColumn chosen_levels(const LevelColumn& column, const std::vector<Index>& rows) {
  LevelsTaken part(column, rows.size());
  for (const Index row : rows) part.take(row);
  return part.result();
}

}  // namespace fairpca
