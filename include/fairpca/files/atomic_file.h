// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace fairpca {

/// A file written whole or not at all: bytes go to a temporary file beside `path`, and commit()
/// syncs it and renames it over `path`.  Without commit() the old file stays as it was and the
/// temporary is removed.
class AtomicFile {
 public:
  /// Throws IoError when the folder cannot be written.
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Throws IoError when the disk or a limit refuses the bytes.
  void write(std::string_view bytes);
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace fairpca
