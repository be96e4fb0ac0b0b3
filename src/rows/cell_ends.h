// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairpca {

namespace cell_ends {

constexpr std::size_t kStepBytes = 64;

/// Bit i: whether byte i of 64 is the one looked for.  For processors that are not x86-64.
inline std::uint64_t bits_one_by_one(const char* text, char looked_for) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kStepBytes; ++i) {
    bits |= static_cast<std::uint64_t>(text[i] == looked_for) << i;
  }
  return bits;
}

}  // namespace cell_ends

/// Writes where the cells of a record end: at each delimiter and at the end of the record, 64 bytes
/// at a time.  Bytes behind the record may be looked at up to `readable`.
///
/// False, with `ends` left unspecified, unless the record has ends.size() cells, no quote and fewer
/// than 2^31 bytes.
bool find_cell_ends(std::string_view record, char delimiter, const char* readable,
                    std::span<std::uint32_t> ends);

}  // namespace fairpca
