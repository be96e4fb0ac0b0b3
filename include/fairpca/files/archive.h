// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "fairpca/matrix.h"

namespace fairpca {

/// What an archive is of: written into it and demanded on reading.
struct ArchiveKind {
  std::string name;  ///< "model" or "moments"
  int version = 1;   ///< of the format; files with a newer one are refused
};

/// A file of one JSON text and named arrays: a plain ZIP (stored, not compressed) with meta.json and
/// one .npy per array, so that unzip, Python's zipfile and numpy.load read it (docs/formats).
///
/// Equal contents give equal bytes.  Reading accepts only what writing produces: every byte is
/// covered by a checksum or compared with the one expected value, so a flipped bit or a cut end is
/// found; sizes are checked against the file's length before memory is taken.
struct Archive {
  std::string meta;  ///< JSON text; "format" and "version" are added on writing
  std::map<std::string, Matrix> arrays;

  /// The array, refused with IoError unless it is rows x cols (-1: any).
  const Matrix& array(const std::string& name, Index rows = -1, Index cols = -1) const;
};

std::string archive_bytes(const Archive& archive, const ArchiveKind& kind);

/// Throws IoError: not an archive of this kind, newer version, truncated, damaged, too large.
Archive parse_archive(std::string_view bytes, const ArchiveKind& kind);

void write_archive(const Archive& archive, const ArchiveKind& kind,
                   const std::filesystem::path& path);
Archive read_archive(const std::filesystem::path& path, const ArchiveKind& kind);

}  // namespace fairpca
