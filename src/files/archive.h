// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "fairpca/matrix.h"

namespace fairpca {

/// What an archive is of: written into it and demanded on reading.
struct ArchiveKind {
  std::string name;  ///< "model" or "moments"
  int version = 1;   ///< of the format; files with a newer one are rejected
};

/// A file of one JSON text and named arrays: a plain ZIP (stored, not compressed) with meta.json
/// and one .npy per array, so that unzip, Python's zipfile and numpy.load read it
/// (docs/formats/archive.md).
///
/// Equal contents give equal bytes.  Reading accepts only what writing produces: every byte is
/// covered by a checksum or compared with the one expected value, so a flipped bit or a cut end is
/// found; sizes are checked against the file's length before memory is taken.
struct Archive {
  /// A JSON object.  "format" and "version" are put in front of it on writing and taken off on
  /// reading; it must not have them itself, nor a key twice, nor more than 32 levels of nesting.
  std::string meta;
  /// By name: letters, digits, `_`, `-`, `.`, and `/` between such words.
  std::map<std::string, Matrix> arrays;
  std::string origin;  ///< what messages call it, set on reading: its path, or "model file"
  int version = 0;     ///< of the format, set on reading

  /// The array; throws IoError unless it is there and rows x cols (-1: any).
  const Matrix& array(const std::string& name, Index rows = -1, Index cols = -1) const;
};

/// Throws InvalidArgument for a meta or a name as above does not allow, IoError beyond 4 GiB.
std::string archive_bytes(const Archive& archive, const ArchiveKind& kind);

/// Throws IoError: not an archive of this kind, newer version, truncated, damaged, too large.
Archive parse_archive(std::string_view bytes, const ArchiveKind& kind);

/// Writes archive_bytes() to `path` through AtomicFile, holding one array's bytes at a time.
void write_archive(const Archive& archive, const ArchiveKind& kind,
                   const std::filesystem::path& path);
Archive read_archive(const std::filesystem::path& path, const ArchiveKind& kind);

}  // namespace fairpca
