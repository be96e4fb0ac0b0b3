// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "fairpca/matrix.h"
#include "rows/arrow_texts.h"
#include "rows/block_builder.h"

namespace fairpca {

/// Builds the levels of one column, stretch by stretch; only those its cells show, in the order
/// they are met.
class ArrowLevels {
 public:
  ArrowLevels(const MissingMarks& missing, const CellSpelling& spelling)
      : levels_(missing), spelling_(spelling) {}
  void reserve(Index rows) { levels_.reserve(rows); }

  /// Cells first .. first + count.  `row` is the one at work, for what is thrown: BadCell for a
  /// text that is not UTF-8, DamagedArray.
  void add(const ArrowColumn& column, std::int64_t first, Index count, std::int64_t& row);
  LevelColumn take() { return levels_.take(); }

 private:
  std::int32_t code_of_key(std::uint64_t key, const ArrowColumn& column, std::int64_t row);
  std::int32_t code_at(const ArrowColumn& column, std::int64_t row);
  std::int32_t& known_code(std::uint64_t key);

  static constexpr std::int32_t kNotMet = -2;
  struct KnownCell {
    std::uint64_t key = 0;
    std::int32_t code = kNotMet;
  };
  static constexpr int kRecentBits = 6;

  LevelBuilder levels_;
  const CellSpelling& spelling_;
  // The codes of cells met before, by arrow_key(): kNotMet where they were not.  Those met lately
  // come first, each at the place of its key's hash.
  std::array<KnownCell, 1 << kRecentBits> recent_ = {};
  std::vector<std::int32_t> small_keys_;
  std::unordered_map<std::uint64_t, std::int32_t> large_keys_;
  std::string scratch_;
};

}  // namespace fairpca
