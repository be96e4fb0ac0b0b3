// SPDX-License-Identifier: BSD-3-Clause
#include "files/archive.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "files/archive_meta.h"
#include "files/atomic_file.h"
#include "files/messages.h"
#include "files/npy.h"
#include "files/regular_file.h"
#include "files/zip_layout.h"

namespace fairpca {
namespace {

constexpr std::string_view kMetaName = "meta.json";
constexpr std::string_view kArraySuffix = ".npy";

bool is_array_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./";
  constexpr std::size_t kMaxNameBytes = 200;
  // Nothing that could lead out of the folder it is unpacked into.
  return !name.empty() && name.size() <= kMaxNameBytes &&
         name.find_first_not_of(kAllowed) == name.npos && name.front() != '/' &&
         name.back() != '/' && name.find("..") == name.npos && name.find("//") == name.npos;
}

void check_writable(const Archive& archive, const ArchiveKind& kind, const std::string& meta) {
  std::uint64_t bytes = kZipEndBytes + meta.size();
  const auto count_entry = [&](std::size_t name_size) {
    bytes += kZipLocalHeaderBytes + kZipDirectoryEntryBytes + 2 * name_size;
  };
  count_entry(kMetaName.size());
  for (const auto& [name, matrix] : archive.arrays) {
    if (!is_array_name(name)) {
      reject(files_message<"array-name">("name"_is(Quoted{name})));
    }
    count_entry(name.size() + kArraySuffix.size());
    bytes += npy_header_bytes({matrix.rows(), matrix.cols()}).size() +
             sizeof(double) * static_cast<std::uint64_t>(matrix.size());
  }
  if (bytes > kMaxZipBytes || archive.arrays.size() >= kMaxZipEntries) {
    reject(files_message<"archive-size">("kind"_is(kind.name), "bytes"_is(bytes),
                                         "arrays"_is(archive.arrays.size()),
                                         "most"_is(kMaxZipEntries - 1)));
  }
}

/// Hands the archive's bytes to `write`, piece by piece.
void write_pieces(const Archive& archive, const ArchiveKind& kind,
                  const std::function<void(std::string_view)>& write) {
  if (const std::string problem = problem_with_meta(archive.meta); !problem.empty()) {
    reject(files_message<"archive-meta">("kind"_is(kind.name), "reason"_is(problem)));
  }
  const std::string meta = wrap_meta(archive.meta, kind);
  check_writable(archive, kind, meta);
  std::vector<ZipEntry> entries;
  std::uint32_t offset = 0;
  const auto write_entry = [&](std::string name, std::string_view content) {
    const ZipEntry& entry = entries.emplace_back(ZipEntry{
        std::move(name), checksum_of(content), static_cast<std::uint32_t>(content.size()), offset});
    const std::string header = zip_local_header(entry);
    write(header);
    write(content);
    offset += static_cast<std::uint32_t>(header.size() + content.size());
  };
  write_entry(std::string(kMetaName), meta);
  for (const auto& [name, matrix] : archive.arrays) {
    write_entry(name + std::string(kArraySuffix), npy_bytes(matrix));
  }
  write(zip_directory(entries, offset));
}

[[noreturn]] void reject_damaged(const std::string& origin, NamedArgument<"reason"> reason) {
  reject(files_message<"damaged-archive">("place"_is(Place{origin}), std::move(reason)));
}

/// The matrix in the bytes npy_bytes() writes.
Matrix parse_array(std::string_view content, const std::string& origin, const std::string& name) {
  NpyHeader header;
  try {
    header = parse_npy_header(content, name);
  } catch (const IoError& error) {
    reject_damaged(origin, "reason"_is(error.message()));
  }
  const bool as_written =
      header.shape.size() == 2 && content.starts_with(npy_header_bytes(header.shape)) &&
      content.size() - header.data_offset == header.data_bytes() &&
      // An array without numbers may still claim any length; nobody should loop over that.
      (header.data_bytes() > 0 || header.shape[0] + header.shape[1] <= Index{1} << 24);
  if (!as_written) {
    reject_damaged(origin, "reason"_is(name + " is not an array as fairpca writes it"));
  }
  Matrix matrix(header.shape[0], header.shape[1]);
  const char* in = content.data() + header.data_offset;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col, in += sizeof(double)) {
      std::memcpy(&matrix(row, col), in, sizeof(double));
    }
  }
  return matrix;
}

/// Walks the entries of an archive from its first byte on.
class ArchiveReader {
 public:
  ArchiveReader(std::string_view bytes, const ArchiveKind& kind, std::string origin)
      : bytes_(bytes), kind_(kind) {
    archive_.origin = std::move(origin);
  }

  Archive read() {
    const auto meta = next_entry();
    if (!meta || meta->name != kMetaName) reject_kind(archive_.origin, kind_);
    UnwrappedMeta unwrapped = unwrap_meta(content_of(*meta), kind_, archive_.origin);
    archive_.meta = std::move(unwrapped.meta);
    archive_.version = unwrapped.version;
    while (const auto entry = next_entry()) read_array(*entry);
    if (bytes_.substr(offset_) != zip_directory(entries_, static_cast<std::uint32_t>(offset_))) {
      damaged("it is cut short, or its directory does not match its entries");
    }
    return std::move(archive_);
  }

 private:
  [[noreturn]] void damaged(const std::string& how) const {
    reject_damaged(archive_.origin, "reason"_is(how));
  }

  std::optional<ZipEntry> next_entry() {
    auto entry = parse_zip_local_header(bytes_.substr(offset_));
    if (entry) entry->offset = static_cast<std::uint32_t>(offset_);
    return entry;
  }

  /// The checked content of the entry at the current offset; steps over it.
  std::string_view content_of(const ZipEntry& entry) {
    const std::size_t start = offset_ + kZipLocalHeaderBytes + entry.name.size();
    if (bytes_.size() - start < entry.size) damaged(entry.name + " is cut short");
    const std::string_view content = bytes_.substr(start, entry.size);
    if (checksum_of(content) != entry.checksum) {
      damaged("the checksum of " + entry.name + " does not match");
    }
    entries_.push_back(entry);
    offset_ = start + entry.size;
    return content;
  }

  void read_array(const ZipEntry& entry) {
    // Checked first: messages name the entry, and its name may be any bytes.
    std::string name = entry.name;
    if (!name.ends_with(kArraySuffix)) damaged("it has an unknown entry");
    name.resize(name.size() - kArraySuffix.size());
    if (!is_array_name(name)) damaged("it has an entry of a name that fairpca does not write");
    const std::string_view content = content_of(entry);
    const bool in_order = archive_.arrays.empty() || archive_.arrays.rbegin()->first < name;
    if (!in_order || entries_.size() > kMaxZipEntries) {
      damaged("its entries are not in the order fairpca writes");
    }
    archive_.arrays.emplace(name, parse_array(content, archive_.origin, entry.name));
  }

  std::string_view bytes_;
  const ArchiveKind& kind_;
  std::size_t offset_ = 0;
  std::vector<ZipEntry> entries_;
  Archive archive_;
};

Archive parse_named(std::string_view bytes, const ArchiveKind& kind, const std::string& origin) {
  if (bytes.size() > kMaxZipBytes) {
    reject(files_message<"not-an-archive">("place"_is(Place{origin}), "kind"_is(kind.name),
                                           "reason"_is("it is larger than 4 GiB")));
  }
  if (bytes.empty()) reject(files_message<"empty-file">("place"_is(Place{origin})));
  return ArchiveReader(bytes, kind, origin).read();
}

/// Throws IoError unless the file starts as an archive of this kind does, so that a large file of
/// another kind is not read.
void check_start(const RegularFile& file, const ArchiveKind& kind) {
  constexpr std::size_t kEnoughForTheKind = 256;
  if (file.size() < kEnoughForTheKind) return;  // and may be cut short
  const std::string start = file.start(kEnoughForTheKind);
  const auto entry = parse_zip_local_header(start);
  if (!entry || entry->name != kMetaName) reject_kind(file.name(), kind);
  check_kind(std::string_view(start).substr(kZipLocalHeaderBytes + kMetaName.size()), kind,
             file.name());
}

}  // namespace

const Matrix& Archive::array(const std::string& name, Index rows, Index cols) const {
  const auto found = arrays.find(name);
  if (found == arrays.end()) {
    reject(files_message<"missing-array">("place"_is(Place{origin}), "name"_is(Quoted{name})));
  }
  const Matrix& matrix = found->second;
  if ((rows >= 0 && matrix.rows() != rows) || (cols >= 0 && matrix.cols() != cols)) {
    const auto extent = [](Index wanted) { return wanted < 0 ? "any" : fmt::format("{}", wanted); };
    reject(files_message<"array-shape">(
        "place"_is(Place{origin}), "name"_is(Quoted{name}), "rows"_is(matrix.rows()),
        "columns"_is(matrix.cols()),
        "expected"_is(fmt::format("{} x {}", extent(rows), extent(cols)))));
  }
  return matrix;
}

std::string archive_bytes(const Archive& archive, const ArchiveKind& kind) {
  std::string bytes;
  write_pieces(archive, kind, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

Archive parse_archive(std::string_view bytes, const ArchiveKind& kind) {
  return parse_named(bytes, kind, kind.name + " file");
}

void write_archive(const Archive& archive, const ArchiveKind& kind,
                   const std::filesystem::path& path) {
  AtomicFile file(path);
  write_pieces(archive, kind, [&](std::string_view piece) { file.write(piece); });
  file.commit();
}

Archive read_archive(const std::filesystem::path& path, const ArchiveKind& kind) {
  const RegularFile file(path);
  check_start(file, kind);
  return parse_named(file.start(kMaxZipBytes + 1), kind, file.name());
}

}  // namespace fairpca
