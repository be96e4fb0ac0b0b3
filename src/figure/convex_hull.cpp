// SPDX-License-Identifier: BSD-3-Clause
#include "figure/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace fairpca {
namespace {

double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// One half of Andrew's monotone chain, over points in order of x.
template <class Points>
void add_chain(const Points& points, std::vector<PlanePoint>& hull) {
  const std::size_t start = hull.size();
  for (const PlanePoint& point : points) {
    while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), point) <= 0) {
      hull.pop_back();
    }
    hull.push_back(point);
  }
  hull.pop_back();  // the first of the other half
}

}  // namespace

std::vector<PlanePoint> convex_hull(std::vector<PlanePoint> points) {
  const auto order = [](const PlanePoint& a, const PlanePoint& b) {
    return std::pair(a.x, a.y) < std::pair(b.x, b.y);
  };
  const auto same = [](const PlanePoint& a, const PlanePoint& b) {
    return a.x == b.x && a.y == b.y;
  };
  std::sort(points.begin(), points.end(), order);
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 3) return points;
  std::vector<PlanePoint> hull;
  add_chain(points, hull);
  std::reverse(points.begin(), points.end());
  add_chain(points, hull);
  return hull;
}

std::vector<PlanePoint> central_points(const std::vector<PlanePoint>& points, double share) {
  const auto count = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
  for (const PlanePoint& point : points) {
    mean_x += point.x / count;
    mean_y += point.y / count;
  }
  for (const PlanePoint& point : points) {
    const double dx = point.x - mean_x, dy = point.y - mean_y;
    xx += dx * dx / count;
    xy += dx * dy / count;
    yy += dy * dy / count;
  }
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return points;  // on a line
  std::vector<std::pair<double, PlanePoint>> by_distance;
  for (const PlanePoint& point : points) {
    const double dx = point.x - mean_x, dy = point.y - mean_y;
    by_distance.emplace_back((yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant, point);
  }
  std::stable_sort(by_distance.begin(), by_distance.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<PlanePoint> nearest;
  const auto kept = static_cast<std::size_t>(std::ceil(share * count));
  for (std::size_t i = 0; i < std::min(kept, by_distance.size()); ++i) {
    nearest.push_back(by_distance[i].second);
  }
  return nearest;
}

}  // namespace fairpca
