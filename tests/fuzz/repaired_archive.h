// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "files/zip_layout.h"

namespace fairpca {

/// `input` with the sizes, checksums and the directory of its ZIP entries made right again, so that
/// changed contents reach the code behind the checksums.
inline std::string repaired_archive(std::string_view input) {
  constexpr std::string_view kLocal = "PK\x03\x04", kDirectory = "PK\x01\x02";
  std::string bytes;
  std::vector<ZipEntry> entries;
  std::size_t at = 0;
  while (input.substr(at).starts_with(kLocal) && input.size() - at >= kZipLocalHeaderBytes) {
    const std::size_t name_size = std::min<std::size_t>(static_cast<unsigned char>(input[at + 26]),
                                                        input.size() - at - kZipLocalHeaderBytes);
    const std::size_t begin = at + kZipLocalHeaderBytes + name_size;
    at = std::min({input.find(kLocal, begin), input.find(kDirectory, begin), input.size()});
    const std::string_view content = input.substr(begin, at - begin);
    entries.push_back({std::string(input.substr(begin - name_size, name_size)),
                       checksum_of(content), static_cast<std::uint32_t>(content.size()),
                       static_cast<std::uint32_t>(bytes.size())});
    bytes += zip_local_header(entries.back());
    bytes += content;
  }
  return bytes + zip_directory(entries, static_cast<std::uint32_t>(bytes.size()));
}

}  // namespace fairpca
