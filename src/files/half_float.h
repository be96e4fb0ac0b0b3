// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace fairpca {

/// The number in the 16 bits of IEEE 754's half precision, exactly.
inline float half_float(std::uint16_t bits) {
  constexpr int kFractionBits = 10, kBias = 15, kSpecial = 31;
  const int exponent = bits >> kFractionBits & kSpecial;
  const int fraction = bits & ((1 << kFractionBits) - 1);
  float magnitude = 0;
  if (exponent == kSpecial) {
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
  } else if (exponent == 0) {  // subnormal
    magnitude = std::ldexp(static_cast<float>(fraction), 1 - kBias - kFractionBits);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + (1 << kFractionBits)),
                           exponent - kBias - kFractionBits);
  }
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

}  // namespace fairpca
