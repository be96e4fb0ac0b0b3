// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// P(D >= distance) for the Kolmogorov-Smirnov distance D of two samples of m and n from one
/// continuous distribution: exact for m n <= kMaxExactPairs (a share of lattice paths, O(m n)),
/// else kolmogorov_tail with m n / (m + n).  With ties in the data it is an upper bound.
double kolmogorov_p_value(double distance, Index m, Index n);
inline constexpr double kMaxExactPairs = 1e8;

/// The limiting distribution's 2 sum_k (-1)^(k-1) exp(-2 k^2 l^2) at l = distance (sqrt s + 0.12 +
/// 0.11 / sqrt s), s the effective size (Stephens 1970).
double kolmogorov_tail(double distance, double effective_size);

/// Half-width of the band at level 95 % around the distance of two samples of effective sizes m and
/// n: sqrt(ln(80 c) / (2 m)) + sqrt(ln(80 c) / (2 n)), c statements holding together (Dvoretzky,
/// Kiefer & Wolfowitz 1956 with Massart's constant, 1990).
double kolmogorov_band(double m, double n, Index statements = 1);

}  // namespace fairpca
