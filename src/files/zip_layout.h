// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairpca {

/// One stored (uncompressed) entry of a ZIP.
struct ZipEntry {
  std::string name;
  std::uint32_t checksum = 0;  ///< CRC-32 of the content
  std::uint32_t size = 0;
  std::uint32_t offset = 0;  ///< of its local header
};

/// Bytes besides the contents: every field but name, checksum, size and offset is fixed.
std::string zip_local_header(const ZipEntry& entry);
std::string zip_directory(const std::vector<ZipEntry>& entries, std::uint32_t offset);

/// Size of zip_local_header() for a name of this length; the directory takes
/// kZipDirectoryEntryBytes plus the name for each entry, and kZipEndBytes.
inline constexpr std::size_t kZipLocalHeaderBytes = 30, kZipDirectoryEntryBytes = 46,
                             kZipEndBytes = 22, kMaxZipEntries = 0xffff - 1,
                             kMaxZipBytes = 0xffffffff - 1;

std::uint32_t checksum_of(std::string_view content);

/// The entry whose local header starts `bytes`, or nullopt where no such header stands.  The header
/// is accepted only as zip_local_header() writes it; the content is not looked at.
std::optional<ZipEntry> parse_zip_local_header(std::string_view bytes);

}  // namespace fairpca
