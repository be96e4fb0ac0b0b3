// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace fairpca {

/// A file written whole or not at all: bytes go to a temporary file beside `path`, and commit()
/// syncs it and renames it over `path`.  Without commit() the old file stays as it was and the
/// temporary is removed.
///
/// A symbolic link is followed: the file it names is replaced, the link stays.  An existing file
/// keeps its mode.  What is not a regular file (/dev/null, a pipe) is written to directly.
class AtomicFile {
 public:
  /// Throws IoError when the folder or the existing file cannot be written, or `path` is a folder.
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Throws IoError when the disk or a limit rejects the bytes.
  void write(std::string_view bytes);
  /// Whether write_start() is possible: not for what is written to directly.
  bool is_replaced() const { return !temporary_.empty(); }
  /// Writes over the first bytes, of which there must be so many.
  void write_start(std::string_view bytes);
  void commit();

 private:
  std::filesystem::path path_;       ///< as the caller spelled it, for messages
  std::filesystem::path target_;     ///< links followed
  std::filesystem::path temporary_;  ///< empty when the target is written to directly
  std::FILE* file_ = nullptr;
};

}  // namespace fairpca
