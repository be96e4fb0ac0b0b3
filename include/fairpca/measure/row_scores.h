// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>

#include "fairpca/model/model.h"
#include "fairpca/moments/groups.h"

namespace fairpca {

/// What a probabilistic model makes of the rows of one cell, as sums over rows of weight w.
struct CellScores {
  double weight = 0;          ///< sum w
  double log_likelihood = 0;  ///< sum w ln p(x), missing cells integrated out
  double squared_error = 0;   ///< sum w |x - reconstruction|^2, scaled, over cells that are there
};

/// Scores per cell of a table: an accumulator.
class RowScores {
 public:
  /// Adds rows of `block`, encoded as the model encodes; throws what Encoding::encode throws.
  void add(const Model& model, const RowBlock& block, const EncodeOptions& options);
  void merge(const RowScores& other);

  const std::map<CellKey, CellScores>& cells() const { return cells_; }
  CellScores total() const;
  CellScores of(const Group& group) const;

 private:
  std::map<CellKey, CellScores> cells_;
};

struct MeasuredRows {
  GroupMoments moments;
  RowScores scores;
};

/// Moments and scores of the rows of `source` from where it stands, in one pass; same bits for any
/// pass.threads.  Under MissingCells::kModel the moments are of rows filled with the model's mean.
/// Throws InvalidArgument unless the model is probabilistic.
MeasuredRows measure_rows(RowSource& source, const Model& model, const EncodeOptions& options,
                          const PassOptions& pass = {});

}  // namespace fairpca
