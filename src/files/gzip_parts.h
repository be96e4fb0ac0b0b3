// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fairpca {

/// `text` compressed by itself, as GzipFile::add() takes it; for any thread.
std::string gzip_part(std::string_view text);

/// The bytes of one gzip file whose parts were compressed apart, in any order (as pigz does: one
/// member, its deflate blocks end at the parts' ends).
///
/// The same parts give the same bytes: the header holds neither a name nor a time.
class GzipFile {
 public:
  /// Each returns bytes that follow those before: begin() once, add() for each part, end() once.
  static std::string begin();
  std::string_view add(std::string_view part);
  std::string end() const;

 private:
  std::uint32_t checksum_ = 0;
  std::uint64_t length_ = 0;  ///< of the text
};

}  // namespace fairpca
