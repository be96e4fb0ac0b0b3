// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/rows/encoding.h"
#include "mixture/mixture_rows.h"
#include "mixture/row_deviations.h"
#include "rows/map_blocks.h"

namespace fairpca {

/// Consecutive rows, centred and scaled, with the cell (combination of protected levels) of each.
struct PreparedBlock {
  Index first_row = 0;              ///< number of the block's first row among all rows
  std::vector<Index> numbers;       ///< of its rows in the block; empty: all of them, in order
  RowMatrix rows;                   ///< n x p; a row with missing cells holds zeros
  std::vector<std::int32_t> cells;  ///< one per row
  std::vector<double> weights;      ///< empty: every row weighs 1
  std::vector<Index> incomplete;    ///< rows with missing cells, ascending ...
  RowMatrix incomplete_rows;        ///< ... and what they hold, NaN where missing
  RowDeviations deviations;         ///< of `rows`, where they are few

  double weight(Index row) const {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
  }
  /// Of a row among all rows.
  Index number(Index row) const {
    return first_row + (numbers.empty() ? row : numbers[static_cast<std::size_t>(row)]);
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

/// Throws InvalidArgument for cells that cannot be encoded and levels that are not in
/// `preparation`.
PreparedBlock prepare_block(const RowBlock& block, const RowPreparation& preparation);

/// Prepared rows that can be gone through again and again, kept in memory or read again each time:
/// the same blocks, so the same results.
class PreparedRows final : public MixtureRows {
 public:
  /// Views `source`, which must outlive it.  `expected_rows` decides what kAutomatic does.
  PreparedRows(RowSource& source, RowPreparation preparation, PassOptions pass, KeepRows keep,
               Index expected_rows);

  /// Rows that are prepared already, of these codes.
  PreparedRows(std::vector<PreparedBlock> blocks, Index dim, Index cells, PassOptions pass = {});

  /// One pass: fold(work(block)) in the order of the rows, as map_blocks.  work runs on any thread.
  /// Throws Stopped when the pass's observer says so.
  template <class Work, class Fold>
  void for_each_block(const Work& work, Fold&& fold) {
    if (!is_kept_) {
      source_->rewind();
      map_blocks(
          *source_, counting(),
          [&](const RowBlock& block) { return std::pair(work(prepare(block)), block.rows); },
          [&](auto&& part) {
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
        [&](auto&& part) {
          fold(std::move(part));
          rows_passed_ += kept_[folded++].rows.rows();
        },
        [&] { return pass_.observer ? pass_.observer({rows_passed_}) : Flow::kContinue; });
  }

  Index dim() const override { return dim_; }
  Index cell_count() const override { return held_out_below_.empty() ? cells_ : 2 * cells_; }
  Vector weight_per_cell() override;
  StartRows start_rows(const Vector& cell_weights, Index expected_rows, std::uint64_t seed,
                       Index wanted) override;
  MixtureSums sums(const PpcaMixture& mixture, const Vector& cell_weights, MStep m_step) override;
  MixtureScores scores(const PpcaMixture& mixture, const Vector& scale) override;
  HashCounts count_hashes(std::uint64_t seed) override;
  std::vector<std::vector<double>> hashes_at(const std::vector<HeldOutPlace>& places,
                                             std::uint64_t seed) override;
  void set_held_out(std::vector<double> below, std::uint64_t seed) override;

  bool is_kept() const { return is_kept_; }

  static constexpr double kMemoryLimitBytes = 4.0 * 1024 * 1024 * 1024;

 private:
  void mark_held_out(PreparedBlock& block) const;
  void keep();
  /// How a pass runs: its observer is told of the rows of all passes so far.
  PassOptions counting() const;

  PreparedBlock prepare(const RowBlock& block) const;

  RowSource* source_ = nullptr;
  RowPreparation preparation_;
  Index dim_ = 0, cells_ = 0;
  PassOptions pass_;
  Index rows_passed_ = 0;
  bool is_kept_ = false;
  std::vector<PreparedBlock> kept_;
  std::vector<double> held_out_below_;  ///< per cell: rows with a smaller hash are held out
  std::uint64_t held_out_seed_ = 0;
};

}  // namespace fairpca
