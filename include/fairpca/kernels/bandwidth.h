// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/matrix.h"

namespace fairpca {

/// kMedian: the median distance of two rows, as Lee et al. (2022) write.  kAuthors: that divided by
/// sqrt 2, as their program computes.
enum class BandwidthRule { kAuthors, kMedian };

/// Rows beyond this many are sampled (with the seed) for the median.
inline constexpr Index kMaxMedianRows = 3000;

/// The rule applied to all pairs of rows of `points` (a row per row).  0 when most points coincide.
/// Where `counts` are given, row i stands for that many equal rows, rounded, at least one.
/// Throws InvalidArgument for fewer than two rows.
double kernel_bandwidth(const RowMatrix& points, BandwidthRule rule, std::uint64_t seed = 0,
                        const Vector& counts = {});

}  // namespace fairpca
