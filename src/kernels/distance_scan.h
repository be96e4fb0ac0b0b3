// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace fairpca {

/// Points of which a coordinate is contiguous: that of point i is data[k * stride + i].
struct PointColumns {
  const double* data = nullptr;
  std::ptrdiff_t stride = 0, dimensions = 0;
};

/// How many squared distances lie on either side of two bounds, and at them.
struct DistanceCounts {
  std::size_t below = 0, at_low = 0, at_high = 0;
};

/// Looks at squared distances with the instructions of some processors, all of which take them in
/// the same order of additions, without fused ones: they count the same.
struct DistanceScan {
  /// Counts the distances of point `row` to those before it, and writes those between the bounds to
  /// `within`, which has room for `row` + 1.  Returns the end of what it wrote.
  double* (*before)(const PointColumns& points, std::ptrdiff_t row, double low, double high,
                    DistanceCounts& counts, double* within);
};

/// The fastest this processor can run.
const DistanceScan& best_distance_scan();

/// All of them, fastest first.
std::vector<const DistanceScan*> supported_distance_scans();

}  // namespace fairpca
