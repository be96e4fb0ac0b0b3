// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Pieces have a multiple of this many rows where they can: as many as moments gather at a time.
inline constexpr Index kPieceRows = 255;

/// A chunk that can be decoded a few rows at a time: numbers that must be copied are used while
/// they are still in the processor's cache.
class PiecedChunk : public RowChunk {
 public:
  /// May change the block, which ends with the call.
  using Visit = std::function<void(RowBlock& block)>;

  /// Visits blocks that are together the rows of decode(), in order.
  virtual void decode_pieces(const Visit& visit) const = 0;
};

/// As PiecedChunk::decode_pieces; a chunk of another kind is one piece.
inline void decode_in_pieces(const RowChunk& chunk, const PiecedChunk::Visit& visit) {
  if (const auto* pieced = dynamic_cast<const PiecedChunk*>(&chunk)) {
    pieced->decode_pieces(visit);
    return;
  }
  RowBlock block = chunk.decode();
  visit(block);
}

}  // namespace fairpca
