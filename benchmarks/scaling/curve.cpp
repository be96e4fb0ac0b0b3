// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/curve.h"

#include <algorithm>
#include <cmath>

namespace fairpca::scaling {
namespace {

double log_value(const Point& point) {
  return std::log(static_cast<double>(point.value()));
}

}  // namespace

bool Curve::holds(Index value) const {
  return std::any_of(points.begin(), points.end(),
                     [value](const Point& point) { return point.value() == value; });
}

bool Curve::ends_before(Index value, double cap) const {
  if (is_capped) return true;
  if (points.empty()) return false;
  const Point& last = points.back();
  const double ratio = static_cast<double>(value) / static_cast<double>(last.value());
  return last.seconds * ratio > cap;
}

Curve curve_of(const std::vector<Point>& points, Axis axis, const std::string& method) {
  Curve curve;
  for (const Point& point : points) {
    if (point.axis != axis || point.method != method) continue;
    if (point.is_whole()) curve.points.push_back(point);
    if (point.status == "over-cap") curve.is_capped = true;
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const Point& one, const Point& other) { return one.value() < other.value(); });
  return curve;
}

std::optional<double> growth(const Curve& curve,
                             const std::function<double(const Point&)>& number) {
  const std::vector<Point>& points = curve.points;
  if (points.size() < 3) return {};
  const double middle = (log_value(points.front()) + log_value(points.back())) / 2;
  const auto first_above = std::find_if(points.begin(), points.end(), [&](const Point& point) {
    return log_value(point) >= middle - 1e-9;
  });
  const auto first = std::min(first_above, points.end() - 3);
  double count = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (auto at = first; at != points.end(); ++at) {
    const double one = log_value(*at), other = std::log(std::max(1e-9, number(*at)));
    count += 1, x += one, y += other, xx += one * one, xy += one * other;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace fairpca::scaling
