// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace fairpca {

/// A regular file open for reading at any place, by any thread.
///
/// Bytes are copied out and never mapped: a mapped file that another program shortens ends this
/// one with SIGBUS.
class RegularFile {
 public:
  /// Throws IoError when it cannot be opened or is not a regular file; does not wait for the other
  /// end of a pipe.
  explicit RegularFile(const std::filesystem::path& path);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }  ///< when it was opened

  /// Writes the `count` bytes from `offset` on to `out`.  Throws IoError where the file has become
  /// too short for that.
  void read(std::size_t offset, char* out, std::size_t count) const;

  /// Its first `count` bytes, or all where it has fewer.
  std::string start(std::size_t count) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace fairpca
