// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/fit/fit_settings.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

/// The training rows that the bandwidth of the MMD measure is taken from: at most kMaxMedianRows,
/// those of smallest hash of seed and row number.  They are kept while the rows are read for the
/// moments, so that rows are still read once; which they are depends on the rows alone.
class BandwidthRows {
 public:
  /// The feature cells of a row.
  struct KeptRow {
    Vector numeric;
    RowsRef viewed;  ///< one row, the numbers where they are; otherwise without rows
    std::vector<std::optional<std::string>> categories;
  };
  using Rank = std::pair<double, Index>;  ///< hash, row number
  using RankedRow = std::pair<Rank, KeptRow>;

  /// Rows that `settings` leaves out are not among them.  Numbers are copied unless they stay where
  /// they are (RowSource::numbers_stay) as long as this.
  BandwidthRows(const Schema& schema, const FitSettings& settings,
                std::vector<std::string> missing_is_level, bool numbers_stay = false);

  /// Offers the rows of a block; for any thread, several at once.  A second pass changes nothing.
  void add(const RowBlock& block);
  /// Offers rows that were kept of other rows with the same features and settings.
  void add(std::vector<RankedRow>&& kept);
  /// Those kept so far, by rank.
  std::vector<RankedRow> kept() const { return {rows_.begin(), rows_.end()}; }
  static KeptRow copy_of(const RowBlock& block, Index row, bool numbers_stay = false);
  static Index most_rows();

  /// The authors' rule on these rows after plain PCA of the model's d; of a mixture, on its own
  /// embedding of them.  None where fewer than two rows were kept or most coincide.  `solves`
  /// counts the eigen-solve it needs unless the model is plain PCA itself.
  std::optional<double> bandwidth(const Model& model, const PreparedMoments& prepared,
                                  const FitSettings& settings, int& solves) const;

 private:
  using Iterator = std::map<Rank, KeptRow>::const_iterator;
  /// Some rows from `next` on, which is moved behind them.
  RowBlock next_block(Iterator& next) const;

  std::shared_ptr<const Schema> schema_;
  std::uint64_t seed_;
  MissingCells missing_;
  std::vector<std::string> missing_is_level_;
  bool numbers_stay_;
  std::mutex mutex_;
  std::map<Rank, KeptRow> rows_;
};

}  // namespace fairpca
