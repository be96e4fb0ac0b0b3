// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// 2^r on [-1/2, 1/2] by the polynomial that interpolates at Chebyshev's nodes: relative error
/// 2.9e-16 and 2.5e-9 before rounding.
template <class Scalar>
struct Exp2;

template <>
struct Exp2<double> {
  static constexpr int kDegree = 10, kFractionBits = 52;
  static constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr double kLowest = -1000;
  static constexpr double kCoefficients[] = {1.0,
                                             0x1.62e42fefa3a19p-1,
                                             0x1.ebfbdff82c598p-3,
                                             0x1.c6b08d703ce49p-5,
                                             0x1.3b2ab6fba1ddap-7,
                                             0x1.5d87fe9d7a584p-10,
                                             0x1.430913096fd9fp-13,
                                             0x1.ffcb54062e698p-17,
                                             0x1.62bfd47773353p-20,
                                             0x1.b675bca4eeebbp-24,
                                             0x1.e6063f7217bc6p-28};
};

template <>
struct Exp2<float> {
  static constexpr int kDegree = 6, kFractionBits = 23;
  static constexpr float kRound = 12582912.0F;  // 1.5 * 2^23
  static constexpr float kLowest = -120;
  static constexpr float kCoefficients[] = {1.0F,           0.693147207F,   0.240226509F,
                                            0.0555032723F,  0.00961805668F, 0.00134004282F,
                                            0.000154614447F};
};

}  // namespace fairpca
