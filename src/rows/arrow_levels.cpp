// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_levels.h"

namespace fairpca {
namespace {

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

std::int32_t ArrowLevels::code_of_key(std::uint64_t key, const ArrowColumn& column,
                                      std::int64_t row) {
  KnownCell& recent = recent_[key * 0x9E3779B97F4A7C15ULL >> (64 - kRecentBits)];
  if (recent.key == key && recent.code != kNotMet) return recent.code;
  std::int32_t& code = known_code(key);
  if (code == kNotMet) code = code_at(column, row);
  recent = {key, code};
  return code;
}

void ArrowLevels::add(const ArrowColumn& column, std::int64_t first, Index count,
                      std::int64_t& row) {
  if (column.type->kind == ArrowKind::kDictionary) {  // the next batch may have another
    recent_.fill({});
    small_keys_.clear();
    large_keys_.clear();
  }
  for (row = first; row < first + count; ++row) {
    if (!column.has(row)) {
      levels_.add_code(LevelColumn::kMissing);
      continue;
    }
    const std::optional<std::uint64_t> key = arrow_key(column, row);
    levels_.add_code(key ? code_of_key(*key, column, row) : code_at(column, row));
  }
}

}  // namespace fairpca
