// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_levels.h"

namespace fairpca {
namespace {

constexpr std::int32_t kNotMet = -2;
constexpr std::uint64_t kSmallKeys = 1 << 16;

}  // namespace

std::int32_t& ArrowLevels::known_code(std::uint64_t key) {
  if (key >= kSmallKeys) return large_keys_.try_emplace(key, kNotMet).first->second;
  if (key >= small_keys_.size()) small_keys_.resize(key + 1, kNotMet);
  return small_keys_[key];
}

std::int32_t ArrowLevels::code_at(const ArrowColumn& column, std::int64_t row) {
  const std::optional<std::string_view> text = arrow_text(column, row, spelling_, scratch_);
  return text ? levels_.code_of(*text) : LevelColumn::kMissing;
}

void ArrowLevels::add(const ArrowColumn& column, std::int64_t first, Index count,
                      std::int64_t& row) {
  if (column.type->kind == ArrowKind::kDictionary) {  // the next batch may have another
    small_keys_.clear();
    large_keys_.clear();
  }
  for (row = first; row < first + count; ++row) {
    if (!column.has(row)) {
      levels_.add_code(LevelColumn::kMissing);
      continue;
    }
    const std::optional<std::uint64_t> key = arrow_key(column, row);
    if (!key) {
      levels_.add_code(code_at(column, row));
      continue;
    }
    std::int32_t& code = known_code(*key);
    if (code == kNotMet) code = code_at(column, row);
    levels_.add_code(code);
  }
}

}  // namespace fairpca
