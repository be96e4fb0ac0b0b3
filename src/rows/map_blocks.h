// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "rows/map_chunks.h"

namespace fairpca {

/// One pass over `source` from where it stands: result = work(block) on any of `threads` threads,
/// then fold(result) one at a time **in the order of the rows**, so what fold builds does not
/// depend on `threads`.  What work returns must not view the block, which ends with the call.
/// Errors and stopping as in map_ordered.
template <class Work, class Fold>
void map_blocks(RowSource& source, const PassOptions& options, const Work& work, Fold&& fold) {
  map_chunks(
      source, options,
      [&work](const RowChunk& chunk, Index& rows) {
        RowBlock block = chunk.decode();
        rows = block.rows;
        return work(std::move(block));
      },
      std::forward<Fold>(fold));
}

}  // namespace fairpca
