// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairpca {

/// SHA-256 (FIPS 180-4) of bytes that arrive in parts.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 hexadecimal digits, lower case.  Nothing may be added afterwards.
  std::string digest();

 private:
  static constexpr std::size_t kBlockBytes = 64;
  void compress(const unsigned char* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kBlockBytes> waiting_ = {};
  std::size_t waiting_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace fairpca
