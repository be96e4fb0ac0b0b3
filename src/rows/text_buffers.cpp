// SPDX-License-Identifier: BSD-3-Clause
#include "rows/text_buffers.h"

#include <algorithm>
#include <utility>

namespace fairpca {

TextBuffers::Buffer TextBuffers::take(std::size_t size) const {
  constexpr std::size_t kStep = 1 << 20;  // sizes that differ a little are one
  Piece piece;
  {
    const std::lock_guard lock(spare_->mutex);
    std::vector<Piece>& pieces = spare_->pieces;
    const auto found = std::find_if(pieces.begin(), pieces.end(),
                                    [&](const Piece& spare) { return spare.size >= size; });
    if (found != pieces.end()) {
      piece = std::move(*found);
      pieces.erase(found);
    } else {
      pieces.clear();  // too small: rows have become longer
    }
  }
  if (piece.bytes == nullptr) {
    piece.size = (size + kStep - 1) / kStep * kStep;
    piece.bytes = std::make_unique_for_overwrite<char[]>(piece.size);
  }
  const std::size_t taken = piece.size;
  const auto give_back = [spare = spare_, taken](char* bytes) {
    Piece returned = {std::unique_ptr<char[]>(bytes), taken};
    const std::lock_guard lock(spare->mutex);
    if (spare->pieces.size() < kMost) spare->pieces.push_back(std::move(returned));
  };
  return {std::shared_ptr<char[]>(piece.bytes.release(), give_back), taken};
}

}  // namespace fairpca
