// SPDX-License-Identifier: BSD-3-Clause
#include "measure/kolmogorov.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fairpca {
namespace {

/// Share of the lattice paths from (0, 0) to (m, n), all equally likely, that meet a point with
/// |i n - j m| >= reach.  A path to (i, j) came from (i - 1, j) with probability i / (i + j).
double share_of_paths_outside(std::int64_t m, std::int64_t n, std::int64_t reach) {
  // Beyond the band of row i every point is outside: share 1.
  Vector share = Vector::Ones(n + 1);
  for (std::int64_t i = 0; i <= m; ++i) {
    const std::int64_t from =
        std::max<std::int64_t>(0, i * n - reach < 0 ? 0 : (i * n - reach) / m + 1);
    const std::int64_t to = std::min(n, (i * n + reach - 1) / m);
    if (from > 0) share(from - 1) = 1;
    for (std::int64_t j = from; j <= to; ++j) {
      if (i + j == 0) {
        share(0) = 0;
        continue;
      }
      const double left = j > 0 ? share(j - 1) : 0;  // its factor is 0 for j = 0
      share(j) = (static_cast<double>(i) * share(j) + static_cast<double>(j) * left) /
                 static_cast<double>(i + j);
    }
  }
  return share(n);
}

}  // namespace

double kolmogorov_p_value(double distance, Index m, Index n) {
  const double pairs = static_cast<double>(m) * static_cast<double>(n);
  if (pairs > kMaxExactPairs) {
    return kolmogorov_tail(distance, pairs / static_cast<double>(m + n));
  }
  const auto reach = static_cast<std::int64_t>(std::llround(distance * pairs));
  return reach <= 0 ? 1 : share_of_paths_outside(m, n, reach);
}

double kolmogorov_tail(double distance, double effective_size) {
  const double root = std::sqrt(effective_size);
  const double scaled = distance * (root + 0.12 + 0.11 / root);
  if (scaled < 0.2) return 1;  // to 1e-10; the series below would need many terms
  double sum = 0, sign = 1;
  for (int k = 1; k <= 100; ++k, sign = -sign) {
    const double term = std::exp(-2 * k * k * scaled * scaled);
    sum += sign * term;
    if (term < 1e-18 * sum) break;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

double kolmogorov_band(double m, double n, Index statements) {
  const double level = std::log(80 * static_cast<double>(statements));
  return std::sqrt(level / (2 * m)) + std::sqrt(level / (2 * n));
}

}  // namespace fairpca
