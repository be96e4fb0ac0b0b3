// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace fairpca {

/// Memory for texts, handed out again once nobody refers to it: the system takes a good part of the
/// time of reading to hand out new pages.
class TextBuffers {
 public:
  struct Buffer {
    std::shared_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  /// At least `size` bytes, not initialised.  What refers to them may outlive this object and be
  /// let go of on any thread.
  Buffer take(std::size_t size) const;

 private:
  struct Piece {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };
  struct Spare {
    Spare() { pieces.reserve(kMost); }
    std::mutex mutex;
    std::vector<Piece> pieces;
  };
  static constexpr std::size_t kMost = 8;

  std::shared_ptr<Spare> spare_ = std::make_shared<Spare>();
};

}  // namespace fairpca
