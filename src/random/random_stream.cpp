// SPDX-License-Identifier: BSD-3-Clause
#include "random/random_stream.h"

#include <cmath>
#include <numbers>

namespace fairpca {
namespace {

std::mt19937_64 seeded_engine(std::uint64_t seed, std::uint32_t stream) {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      stream};
  return std::mt19937_64(words);
}

/// ln x for finite x > 0, to 2 ulp.  The C library's log may differ in its last bit between
/// machines; this one uses +, *, / only:  ln(2^e m) = e ln 2 + 2 artanh((m - 1) / (m + 1)).
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // in [1/2, 1)
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);  // |s| <= 0.172: s^25/25 is below 1e-20
  double series = 0;
  for (int k = 23; k >= 1; k -= 2) series = series * (s * s) + 1.0 / k;
  return exponent * std::numbers::ln2 + 2 * s * series;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint32_t stream)
    : engine_(seeded_engine(seed, stream)) {}

double RandomStream::uniform() {
  return static_cast<double>(engine_() >> 11) * 0x1p-53;
}

double RandomStream::normal() {
  if (spare_) {
    const double value = *spare_;
    spare_.reset();
    return value;
  }
  double u = 0, v = 0, q = 0;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    q = u * u + v * v;
  } while (q >= 1 || q == 0);
  const double factor = std::sqrt(-2 * portable_log(q) / q);
  spare_ = v * factor;
  return u * factor;
}

}  // namespace fairpca
