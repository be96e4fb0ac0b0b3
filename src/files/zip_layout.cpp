// SPDX-License-Identifier: BSD-3-Clause
#include "files/zip_layout.h"

#include <bit>
#include <cstring>

#include <zlib.h>

namespace fairpca {
namespace {

static_assert(std::endian::native == std::endian::little, "ZIP numbers are written as they lie");

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kDirectorySignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint16_t kZipVersion = 20;  // 2.0, what any unzip reads
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kNoFlags = 0;
constexpr std::uint16_t kTime = 0, kDate = 0x0021;  // 1980-01-01, the first date ZIP knows

template <class Number>
void append(std::string& bytes, Number number) {
  char raw[sizeof(Number)];
  std::memcpy(raw, &number, sizeof(Number));
  bytes.append(raw, sizeof(Number));
}

template <class Number>
Number number_at(std::string_view bytes, std::size_t offset) {
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof(Number));
  return number;
}

/// The fields that local headers and the directory share.
void append_description(std::string& bytes, const ZipEntry& entry) {
  append(bytes, kZipVersion);
  append(bytes, kNoFlags);
  append(bytes, kStored);
  append(bytes, kTime);
  append(bytes, kDate);
  append(bytes, entry.checksum);
  append(bytes, entry.size);  // stored: compressed and plain size agree
  append(bytes, entry.size);
  append(bytes, static_cast<std::uint16_t>(entry.name.size()));
  append(bytes, std::uint16_t{0});  // no extra field
}

}  // namespace

std::string zip_local_header(const ZipEntry& entry) {
  std::string bytes;
  append(bytes, kLocalSignature);
  append_description(bytes, entry);
  return bytes + entry.name;
}

std::string zip_directory(const std::vector<ZipEntry>& entries, std::uint32_t offset) {
  std::string bytes;
  for (const ZipEntry& entry : entries) {
    append(bytes, kDirectorySignature);
    append(bytes, kZipVersion);
    append_description(bytes, entry);
    append(bytes, std::uint16_t{0});  // no comment
    append(bytes, std::uint16_t{0});  // first and only disk
    append(bytes, std::uint16_t{0});  // internal attributes
    append(bytes, std::uint32_t{0});  // external attributes
    append(bytes, entry.offset);
    bytes += entry.name;
  }
  const auto directory_bytes = static_cast<std::uint32_t>(bytes.size());
  const auto count = static_cast<std::uint16_t>(entries.size());
  append(bytes, kEndSignature);
  append(bytes, std::uint16_t{0});
  append(bytes, std::uint16_t{0});
  append(bytes, count);
  append(bytes, count);
  append(bytes, directory_bytes);
  append(bytes, offset);
  append(bytes, std::uint16_t{0});  // no comment
  return bytes;
}

std::uint32_t checksum_of(std::string_view content) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
}

std::optional<ZipEntry> parse_zip_local_header(std::string_view bytes) {
  if (bytes.size() < kZipLocalHeaderBytes) return std::nullopt;
  const std::size_t name_size = number_at<std::uint16_t>(bytes, 26);
  if (bytes.size() - kZipLocalHeaderBytes < name_size) return std::nullopt;
  ZipEntry entry;
  entry.checksum = number_at<std::uint32_t>(bytes, 14);
  entry.size = number_at<std::uint32_t>(bytes, 22);
  entry.name = bytes.substr(kZipLocalHeaderBytes, name_size);
  if (!bytes.starts_with(zip_local_header(entry))) return std::nullopt;
  return entry;
}

}  // namespace fairpca
