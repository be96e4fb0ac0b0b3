// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/boundary_sampling.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace fairpca {
namespace {

struct Arc {
  double height = 0, low = 0, high = 0, normal = 0;
  bool operator<(const Arc& other) const { return height < other.height; }
};

/// The triangle over the chord from a.last to b.first: its height and the normal of the chord.
Arc triangle(const SupportPoint& a, const SupportPoint& b) {
  Arc arc{.low = a.angle, .high = b.angle};
  const double along0 = b.first.v0 - a.last.v0, along1 = b.first.v1 - a.last.v1;
  const double length = std::hypot(along0, along1);
  if (!(length > 0)) return arc;
  arc.normal = std::atan2(-along0, along1);
  // Heights of the support lines' crossing: base angles alpha and beta at a and b.
  const double sine_a = (a.n0 * along0 + a.n1 * along1) / length;
  const double sine_b = (b.n0 * along0 + b.n1 * along1) / length;
  const double tan_a = std::abs(sine_a) / std::sqrt(std::max(1 - sine_a * sine_a, 1e-30));
  const double tan_b = std::abs(sine_b) / std::sqrt(std::max(1 - sine_b * sine_b, 1e-30));
  if (tan_a > 0 && tan_b > 0) arc.height = length * tan_a * tan_b / (tan_a + tan_b);
  arc.height += std::max(a.upper - a.value, b.upper - b.value);
  return arc;
}

}  // namespace

SampledBoundary sample_boundary(TradeOffBoundary& boundary, const BoundarySampling& sampling) {
  std::map<double, const SupportPoint*> chosen;
  SampledBoundary result;
  result.certified = true;
  const auto visit = [&](double angle) {
    const SupportPoint& point = boundary.certify(angle);
    result.certified = result.certified && point.certified;
    chosen[angle] = &point;
  };
  visit(sampling.from);
  visit(sampling.to);
  const auto& known = boundary.points();
  for (auto at = known.upper_bound(sampling.from); at != known.end() && at->first < sampling.to;
       ++at) {
    visit(at->first);
  }
  std::priority_queue<Arc> arcs;
  for (auto a = chosen.begin(), b = std::next(a); b != chosen.end(); ++a, ++b) {
    arcs.push(triangle(*a->second, *b->second));
  }
  while (!arcs.empty() && arcs.top().height > sampling.tolerance) {
    if (static_cast<int>(chosen.size()) >= sampling.max_points) break;
    if (sampling.observer && sampling.observer() == Flow::kStop) {
      result.stopped = true;
      break;
    }
    const Arc arc = arcs.top();
    const double width = arc.high - arc.low;
    const double angle = std::clamp(arc.normal, arc.low + 0.01 * width, arc.high - 0.01 * width);
    if (!(angle > arc.low && angle < arc.high)) break;  // angles cannot be told apart any further
    arcs.pop();
    visit(angle);
    arcs.push(triangle(*chosen[arc.low], *chosen[angle]));
    arcs.push(triangle(*chosen[angle], *chosen[arc.high]));
  }
  result.distance = arcs.empty() ? 0 : arcs.top().height;
  for (const auto& [angle, point] : chosen) {
    result.angles.push_back(angle);
    result.points.push_back(point->first);
    if (point->is_face(boundary.dimension())) {
      result.angles.push_back(angle);
      result.points.push_back(point->last);
    }
  }
  return result;
}

}  // namespace fairpca
