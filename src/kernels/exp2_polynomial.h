// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace fairpca {

/// 2^t as 2^n 2^r, n the nearest multiple of 1 / kSteps: 2^n comes from a table of kSteps entries,
/// or for 1 from the exponent's bits alone, and 2^r from the polynomial of degree kDegree that
/// interpolates at Chebyshev's nodes; with a table it is 1 + r q(r), and the coefficients are q's.
template <class Scalar, int kTableSteps>
struct Exp2;

/// Relative error 2.9e-16 before rounding.
template <>
struct Exp2<double, 1> {
  static constexpr int kDegree = 10, kFractionBits = 52;
  static constexpr double kRound = 0x1.8p52;
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

/// 7.1e-18.
template <>
struct Exp2<double, 16> {
  static constexpr int kDegree = 6, kFractionBits = 48;
  static constexpr double kRound = 0x1.8p48;
  static constexpr double kCoefficients[] = {0x1.62e42fefa39fdp-1,  0x1.ebfbdff82c594p-3,
                                             0x1.c6b08d6e8a384p-5,  0x1.3b2ab6fb09b31p-7,
                                             0x1.5d89be4c12513p-10, 0x1.430a49610efc6p-13};
};

/// 2.5e-9.
template <>
struct Exp2<float, 1> {
  static constexpr int kDegree = 6, kFractionBits = 23;
  static constexpr float kRound = 0x1.8p23F;
  static constexpr float kCoefficients[] = {1.0F,           0.693147207F,   0.240226509F,
                                            0.0555032723F,  0.00961805668F, 0.00134004282F,
                                            0.000154614447F};
};

/// 3.8e-8.
template <>
struct Exp2<float, 8> {
  static constexpr int kDegree = 3, kFractionBits = 20;
  static constexpr float kRound = 0x1.8p20F;
  static constexpr float kCoefficients[] = {0x1.62e430p-1F, 0x1.ec0aa6p-3F, 0x1.c6b8bep-5F};
};

/// 2.3e-9.
template <>
struct Exp2<float, 16> {
  static constexpr int kDegree = 3, kFractionBits = 19;
  static constexpr float kRound = 0x1.8p19F;
  static constexpr float kCoefficients[] = {0x1.62e430p-1F, 0x1.ebff92p-3F, 0x1.c6b29ap-5F};
};

/// Exponents below this give 0 where some may be.
template <class Scalar>
inline constexpr Scalar kLowestExponent = sizeof(Scalar) == 8 ? -1000 : -120;

}  // namespace fairpca
