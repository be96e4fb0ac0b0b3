// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"
#include "measure/measure_input.h"

namespace fairpca {

/// A table as a model sees it: who the rows are, what the model makes of them, and their moments.
struct ScoredTable {
  RowKeys keys;
  ScoredRows scored;
  GroupMoments moments;
  RowMatrix prepared;  ///< centred and scaled rows; no rows where they exceed the bytes allowed

  /// Views this object.
  MeasuredPart part() const {
    return {&moments, &keys, &scored, prepared.rows() == keys.rows() ? &prepared : nullptr};
  }
};

/// Prepared rows beyond this many bytes are not kept: their draws would take longer than the rest.
inline constexpr std::int64_t kMostPreparedBytes = std::int64_t{64} << 20;

/// What the model makes of encoded rows: z = V'x of linear models (also of PPCA, whose posterior
/// means are shrunk), the embedding of mixtures; |x - reconstruction|^2 and |x|^2 in the scaled
/// space; ln p(x) where there is a density.  Under MissingCells::kModel cells may be missing (NaN):
/// coordinates are of completed rows, likelihoods integrate the cells out, and errors are over the
/// cells that are there (mixtures) or of rows filled with the model's mean.
ScoredRows score_encoded_rows(const Model& model, RowsRef encoded);

/// Keys, scores and moments of the rows of `source` from where it stands, in one pass; same bits
/// for any pass.threads.  Rows of weight 0 are left out.  Under MissingCells::kModel the moments
/// are of rows filled with the model's mean.  Throws InvalidArgument where there are no rows.
ScoredTable score_rows(RowSource& source, const Model& model, const EncodeOptions& options,
                       const PassOptions& pass = {},
                       std::int64_t most_prepared_bytes = kMostPreparedBytes);

}  // namespace fairpca
