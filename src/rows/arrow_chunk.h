// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "rows/arrow_batch.h"
#include "rows/pieced_chunk.h"

namespace fairpca {

/// Consecutive rows of one batch.
struct ArrowStretch {
  std::shared_ptr<const ArrowRecords> records;
  std::int64_t first = 0;
  Index count = 0;
};

/// Rows of a stream, of one batch or of several.
struct ArrowCut {
  Index first_row = 0;
  Index rows = 0;
  std::vector<ArrowStretch> stretches;
};

class ArrowChunk final : public PiecedChunk {
 public:
  ArrowChunk(std::shared_ptr<const ArrowLayout> layout, ArrowCut cut)
      : layout_(std::move(layout)), cut_(std::move(cut)) {}

  /// Throws InvalidArgument for a cell that is not what its column holds, IoError for an index or
  /// a text outside of its buffers.
  RowBlock decode() const override;
  void decode_pieces(const Visit& visit) const override;

 private:
  std::shared_ptr<const ArrowLayout> layout_;
  ArrowCut cut_;
};

}  // namespace fairpca
