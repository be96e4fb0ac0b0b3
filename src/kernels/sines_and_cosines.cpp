// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sines_and_cosines.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numbers>

namespace fairpca {
namespace {

constexpr std::ptrdiff_t kLanes = 8;
/// Lowered to the registers that the function it is used in may have.
typedef double Lanes __attribute__((vector_size(sizeof(double) * kLanes)));

/// Taylor coefficients of sin(pi r) / r and cos(pi r) in r^2: for |r| <= 1/2 the next is below
/// 1e-17.
constexpr int kTerms = 12;
constexpr std::array<double, kTerms> taylor_coefficients(int first) {
  std::array<double, kTerms> coefficients = {};
  double term = first == 0 ? 1 : std::numbers::pi;
  for (int k = 0; k < kTerms; ++k) {
    coefficients[static_cast<std::size_t>(k)] = term;
    const double next = first + 2 * k + 1;
    term *= -std::numbers::pi * std::numbers::pi / (next * (next + 1));
  }
  return coefficients;
}
constexpr std::array<double, kTerms> kSine = taylor_coefficients(1);
constexpr std::array<double, kTerms> kCosine = taylor_coefficients(0);

__attribute__((always_inline)) inline void eight(const double* turns, double* sines,
                                                 double* cosines) {
  constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  Lanes t;
  std::memcpy(&t, turns, sizeof t);
  const Lanes r = t - ((t + kRound) - kRound), square = r * r;
  Lanes s = square * kSine[kTerms - 1] + kSine[kTerms - 2];
  Lanes c = square * kCosine[kTerms - 1] + kCosine[kTerms - 2];
#pragma GCC unroll 12
  for (int k = kTerms - 3; k >= 0; --k) {
    s = s * square + kSine[static_cast<std::size_t>(k)];
    c = c * square + kCosine[static_cast<std::size_t>(k)];
  }
  s *= r;
  // Of twice the angle.
  const Lanes sine = 2 * s * c, cosine = 1 - 2 * s * s;
  std::memcpy(sines, &sine, sizeof sine);
  std::memcpy(cosines, &cosine, sizeof cosine);
}

__attribute__((always_inline)) inline void all(const double* turns, std::ptrdiff_t count,
                                               double* sines, double* cosines) {
  std::ptrdiff_t at = 0;
  for (; at + kLanes <= count; at += kLanes) eight(turns + at, sines + at, cosines + at);
  if (at == count) return;
  std::array<double, kLanes> t = {}, s = {}, c = {};
  std::copy(turns + at, turns + count, t.begin());
  eight(t.data(), s.data(), c.data());
  std::copy_n(s.begin(), count - at, sines + at);
  std::copy_n(c.begin(), count - at, cosines + at);
}

using Function = void (*)(const double*, std::ptrdiff_t, double*, double*);

void baseline(const double* turns, std::ptrdiff_t count, double* sines, double* cosines) {
  all(turns, count, sines, cosines);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void avx2(const double* turns, std::ptrdiff_t count,
                                              double* sines, double* cosines) {
  all(turns, count, sines, cosines);
}

__attribute__((target("avx512f,avx2,fma"))) void avx512(const double* turns, std::ptrdiff_t count,
                                                        double* sines, double* cosines) {
  all(turns, count, sines, cosines);
}
#endif

Function fastest() {
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f")) return avx512;
  if (has_avx2) return avx2;
#endif
  return baseline;
}

}  // namespace

void sines_and_cosines(const double* turns, std::ptrdiff_t count, double* sines, double* cosines) {
  static const Function function = fastest();
  function(turns, count, sines, cosines);
}

}  // namespace fairpca
