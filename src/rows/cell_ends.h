// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fairpca {

/// Writes where the cells of a record end: at each delimiter and at the end of the record, 64 bytes
/// at a time.  Bytes behind the record may be looked at up to `readable`.
///
/// False, with `ends` left unspecified, unless the record has ends.size() cells, no quote and fewer
/// than 2^31 bytes.
bool find_cell_ends(std::string_view record, char delimiter, const char* readable,
                    std::span<std::uint32_t> ends);

}  // namespace fairpca
