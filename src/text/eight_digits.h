// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace fairpca::eight_digits {

// Eight bytes of text in one word: the first byte is the lowest, as x86-64 loads them.
static_assert(std::endian::native == std::endian::little);

inline constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030;     ///< the text 00000000
inline constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;  ///< the high bit of each byte

inline constexpr std::uint64_t kPowersOfTen[] = {1,       10,        100,        1000,       10'000,
                                                 100'000, 1'000'000, 10'000'000, 100'000'000};

inline std::uint64_t load(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof(word));
  return word;
}

/// The high bit of the first byte of `word` ^ kZeros that is not 0 to 9 and perhaps of later ones;
/// 0 when all eight are digits.
inline std::uint64_t not_digits(std::uint64_t digits) {
  constexpr std::uint64_t kToHighBit = 0x7676'7676'7676'7676;  // 10 + 0x76 = 0x80
  return ((digits + kToHighBit) | digits) & kHighBits;
}

/// The first `count` bytes of `word` become its last, with zeros in front of them.
inline std::uint64_t last(std::uint64_t word, int count) {
  const int half = 4 * (8 - count);  // a shift by 64 bits is undefined, two by 32 are not
  return word << half << half;
}

/// The high bit of the byte of the first point in `text`, or 0.
inline std::uint64_t first_point(std::uint64_t text) {
  constexpr std::uint64_t kPoints = 0x2e2e'2e2e'2e2e'2e2e, kOnes = 0x0101'0101'0101'0101;
  const std::uint64_t others = text ^ kPoints;
  const std::uint64_t points = (others - kOnes) & ~others & kHighBits;  // later ones may be wrong
  return points & -points;
}

/// The number whose eight digits are the bytes of `digits`, 0 to 9, the first the most significant.
inline std::uint64_t value(std::uint64_t digits) {
  digits = (digits * (1 + (10 << 8))) >> 8;  // pairs of digits
  digits = ((digits & 0x00ff'00ff'00ff'00ff) * (1 + (100 << 16))) >> 16;
  return ((digits & 0x0000'ffff'0000'ffff) * (1 + (std::uint64_t{10'000} << 32))) >> 32;
}

}  // namespace fairpca::eight_digits
