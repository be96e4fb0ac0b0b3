// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/error.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// A frame on (or, for lack of a better one, near) the boundary, found at a support point.
struct BoundaryFrame {
  double angle = 0;
  Captured at;
  Matrix frame;
};

/// Where a line meets the boundary between two angles.
struct CrossingSearch {
  /// from < to.  The excess of `line` must not decrease along the boundary from `from` to `to`.
  double from = 0, to = 0;
  /// The line, which may turn with the support point it is asked for (Nash's does).
  std::function<Line(const SupportPoint&)> line;
  /// Told every frame that may be the answer; true: it is good enough.
  std::function<bool(const SupportPoint&, const BoundaryFrame&)> accept;
  /// Asked before each step; kStop ends the search.
  std::function<Flow()> observer;
  int max_steps = 100;
};

enum class CrossingEnd { kAccepted, kExhausted, kMaxSteps, kStopped };

struct CrossingResult {
  CrossingEnd end = CrossingEnd::kExhausted;
  int steps = 0;
};

/// Searches by inverse interpolation through the nearest known points, with the normal of the chord
/// as first step and whenever that stalls: where the boundary is a polygon, the normal of an edge
/// is the angle of the tie, and the answer a rotation on its face.  Known points of the boundary
/// narrow the search for nothing.  kExhausted: the angles cannot be told apart any further, and the
/// last frames told to `accept` are as close as can be had.
CrossingResult find_crossing(TradeOffBoundary& boundary, const CrossingSearch& search);

}  // namespace fairpca
