// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/mixture/mixture_choices.h"
#include "fairpca/rows/encoding.h"
#include "rows/map_blocks.h"

namespace fairpca {

/// Consecutive rows, centred and scaled, with the cell (combination of protected levels) of each.
struct PreparedBlock {
  Index first_row = 0;              ///< number of the block's first row in its source
  RowMatrix rows;                   ///< n x p; a row with missing cells holds zeros
  std::vector<std::int32_t> cells;  ///< one per row
  std::vector<double> weights;      ///< empty: every row weighs 1
  std::vector<Index> incomplete;    ///< rows with missing cells, ascending ...
  RowMatrix incomplete_rows;        ///< ... and what they hold, NaN where missing

  double weight(Index row) const {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
  }
};

/// A combination of protected levels, one per protected column; nullopt is a missing cell.
using ProtectedLevels = std::vector<std::optional<std::string>>;

/// How rows of a source become prepared blocks.
struct RowPreparation {
  Encoding encoding;
  EncodeOptions encode;                ///< MissingCells::kModel leaves missing cells to the mixture
  Vector mean, scale;                  ///< of the encoded columns
  std::vector<ProtectedLevels> cells;  ///< all there are; their place is a row's code
};

/// Prepared rows that can be gone through again and again, kept in memory or read again each time:
/// the same blocks, so the same results.
class PreparedRows {
 public:
  /// Views `source`, which must outlive it.  `expected_rows` decides what kAutomatic does.
  PreparedRows(RowSource& source, RowPreparation preparation, PassOptions pass, KeepRows keep,
               Index expected_rows);

  /// One pass: fold(work(block)) in the order of the rows, as map_blocks.  work runs on any thread.
  /// Throws Stopped when the pass's observer says so.
  template <class Work, class Fold>
  void for_each_block(const Work& work, Fold&& fold) {
    if (!is_kept_) {
      source_.rewind();
      map_blocks(
          source_, counting(),
          [&](const RowBlock& block) { return std::pair(work(prepare(block)), block.rows); },
          [&](auto part) {
            fold(std::move(part.first));
            rows_passed_ += part.second;
          });
      return;
    }
    std::size_t next = 0, folded = 0;
    map_ordered(
        pass_.threads < static_cast<int>(kept_.size()) ? pass_.threads
                                                       : static_cast<int>(kept_.size()),
        [&]() -> std::optional<const PreparedBlock*> {
          if (next == kept_.size()) return std::nullopt;
          return &kept_[next++];
        },
        [&](const PreparedBlock* block) { return work(*block); },
        [&](auto part) {
          fold(std::move(part));
          rows_passed_ += kept_[folded++].rows.rows();
        },
        [&] { return pass_.observer ? pass_.observer({rows_passed_}) : Flow::kContinue; });
  }

  /// Sets `share` of the rows of every cell apart, rounded down: those with the smallest hashes of
  /// `seed` and row number.  Their code is the number of cells higher from now on.  Two passes.
  void hold_out(double share, std::uint64_t seed);

  Index dim() const { return preparation_.mean.size(); }
  /// Codes a row can have.
  Index cell_count() const {
    const auto cells = static_cast<Index>(preparation_.cells.size());
    return held_out_below_.empty() ? cells : 2 * cells;
  }
  bool is_kept() const { return is_kept_; }

  static constexpr double kMemoryLimitBytes = 4.0 * 1024 * 1024 * 1024;

 private:
  PreparedBlock prepare(const RowBlock& block) const;
  void mark_held_out(PreparedBlock& block) const;
  void keep();
  /// How a pass runs: its observer is told of the rows of all passes so far.
  PassOptions counting() const;

  RowSource& source_;
  RowPreparation preparation_;
  PassOptions pass_;
  Index rows_passed_ = 0;
  bool is_kept_ = false;
  std::vector<PreparedBlock> kept_;
  std::vector<double> held_out_below_;  ///< per cell: rows with a smaller hash are held out
  std::uint64_t held_out_seed_ = 0;
};

}  // namespace fairpca
