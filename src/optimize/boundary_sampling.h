// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fairpca/error.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

struct BoundarySampling {
  double from = 0, to = 0;  ///< angles, from <= to
  double tolerance = 0;     ///< on the distance between polyline and envelope; > 0
  int max_points = 500;
  std::function<Flow()> observer = {};  ///< asked before each eigen-solve
};

struct SampledBoundary {
  /// From the face of `from` to that of `to`, in the order of the angles; a face gives both ends.
  std::vector<double> angles;
  std::vector<Captured> points;
  /// No point of the boundary is farther from the polyline through `points`.
  double distance = 0;
  bool certified = false;  ///< every support line behind `distance` passed its inertia check
  bool stopped = false;
};

/// Samples the boundary where it bends: the arc between two neighbours lies in the triangle of
/// their chord and their support lines, and the arc with the highest triangle is split at the
/// direction of its chord's normal until no triangle is higher than the tolerance.
SampledBoundary sample_boundary(TradeOffBoundary& boundary, const BoundarySampling& sampling);

}  // namespace fairpca
