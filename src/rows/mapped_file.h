// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace fairpca {

/// A regular file mapped into memory, read-only.
class MappedFile {
 public:
  /// Throws IoError when it cannot be opened or is not a regular file.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(address_), size_}; }

  /// Gives the memory behind these bytes back; they are read again when touched.
  void release(std::size_t offset, std::size_t count) const;

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fairpca
