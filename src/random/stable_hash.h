// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

namespace fairpca {

/// A number that depends on both, the same on every machine (the steps of splitmix64).
inline std::uint64_t mixed_hash(std::uint64_t first, std::uint64_t second) {
  std::uint64_t z = (first ^ (second + 0x9E3779B97F4A7C15ULL + (first << 6) + (first >> 2)));
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// A number that depends on the bytes and `start` (Fowler, Noll & Vo, then mixed).
inline std::uint64_t text_hash(std::string_view text, std::uint64_t start = 0) {
  std::uint64_t hash = 0xCBF29CE484222325ULL ^ start;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return mixed_hash(hash, text.size());
}

}  // namespace fairpca
