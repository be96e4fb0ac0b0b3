// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstdint>

#include "kernels/exp2_polynomial.h"

namespace fairpca {

/// 2^(k / 16).
inline constexpr double kSixteenthPowers[] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};

/// Bits of 2^(k / kSteps), less those that k adds when it is shifted to where an exponent stands.
template <class Scalar, class Integer, int kSteps>
constexpr std::array<Integer, kSteps> exp2_table() {
  std::array<Integer, kSteps> table{};
  for (int k = 0; k < kSteps; ++k) {
    const auto power = static_cast<Scalar>(kSixteenthPowers[k * 16 / kSteps]);
    table[static_cast<std::size_t>(k)] =
        std::bit_cast<Integer>(power) -
        (static_cast<Integer>(k) << Exp2<Scalar, kSteps>::kFractionBits);
  }
  return table;
}

/// Entries of a table held in registers, by the last bits of each of `steps`; and t less its
/// nearest step.
struct Avx512DoubleTable {
  static constexpr int kSteps = 16;
  alignas(64) static constexpr auto kTable = exp2_table<double, std::int64_t, kSteps>();

  __attribute__((target("avx512f,avx512dq"))) static __m512i look_up(__m512d steps) {
    return _mm512_permutex2var_epi64(_mm512_load_si512(kTable.data()), _mm512_castpd_si512(steps),
                                     _mm512_load_si512(kTable.data() + 8));
  }
  __attribute__((target("avx512f,avx512dq"))) static __m512d fraction(__m512d t, __m512d) {
    return _mm512_reduce_pd(t, 4 << 4 | _MM_FROUND_NO_EXC);
  }
};

struct Avx512FloatTable {
  static constexpr int kSteps = 16;
  alignas(64) static constexpr auto kTable = exp2_table<float, std::int32_t, kSteps>();

  __attribute__((target("avx512f,avx512dq"))) static __m512i look_up(__m512 steps) {
    return _mm512_maskz_permutexvar_epi32(0xFFFF, _mm512_castps_si512(steps),
                                          _mm512_load_si512(kTable.data()));
  }
  __attribute__((target("avx512f,avx512dq"))) static __m512 fraction(__m512 t, __m512) {
    return _mm512_reduce_ps(t, 4 << 4 | _MM_FROUND_NO_EXC);
  }
};

struct Avx2FloatTable {
  static constexpr int kSteps = 8;
  alignas(32) static constexpr auto kTable = exp2_table<float, std::int32_t, kSteps>();

  __attribute__((target("avx2,fma"))) static __m256i look_up(__m256 steps) {
    return _mm256_permutevar8x32_epi32(
        _mm256_load_si256(reinterpret_cast<const __m256i*>(kTable.data())),
        _mm256_castps_si256(steps));
  }
  __attribute__((target("avx2,fma"))) static __m256 fraction(__m256 t, __m256 nearest) {
    return t - nearest;
  }
};

}  // namespace fairpca
