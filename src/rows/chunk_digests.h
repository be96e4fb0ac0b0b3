// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// A number that differs for different bytes, but for one chance in 2^63; at the speed of memory,
/// and no protection from someone who wants two texts with the same one.
std::uint64_t digest_of(std::string_view bytes);

/// What the chunks of a file held when they were first read: a file that another program changes
/// between two passes is an error, not a wrong result.  Any thread may ask.
class ChunkDigests {
 public:
  explicit ChunkDigests(std::string name) : name_(std::move(name)) {}

  /// Throws IoError when chunk `index`, rows `first_row` and on, held other bytes before.
  void check(std::size_t index, Index first_row, Index rows, std::string_view bytes);

  /// At the end of a pass: throws IoError when an earlier one had another number of rows.
  void check_rows(Index rows);

 private:
  std::string name_;
  std::mutex mutex_;
  std::vector<std::uint64_t> digests_;  ///< 0: not read yet
  std::optional<Index> rows_;
};

}  // namespace fairpca
