// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_region.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "fit/robust/robust_objective.h"

namespace fairpca {
namespace {

std::vector<ErrorPair> clip(const std::vector<ErrorPair>& polygon, double ErrorPair::*coordinate) {
  std::vector<ErrorPair> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ErrorPair& a = polygon[i];
    const ErrorPair& b = polygon[(i + 1) % polygon.size()];
    if (a.*coordinate >= 0) kept.push_back(a);
    if ((a.*coordinate < 0) != (b.*coordinate < 0)) {
      const double share = a.*coordinate / (a.*coordinate - b.*coordinate);
      ErrorPair crossing{a.x0 + share * (b.x0 - a.x0), a.x1 + share * (b.x1 - a.x1)};
      crossing.*coordinate = 0;
      kept.push_back(crossing);
    }
  }
  return kept;
}

/// Where the smallest of the lines mu -> mixed(mu) can have its largest value: at 0, at 1, or where
/// two of them meet.
std::vector<double> candidate_mixtures(const std::vector<RobustPair::Values>& vertices) {
  std::vector<double> mixtures = {0.0, 1.0};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double slope_i = vertices[i].f0 - vertices[i].f1;
      const double slope_j = vertices[j].f0 - vertices[j].f1;
      const double mu = (vertices[j].f1 - vertices[i].f1) / (slope_i - slope_j);
      if (mu > 0 && mu < 1) mixtures.push_back(mu);
    }
  }
  return mixtures;
}

}  // namespace

RobustPair::RobustPair(const RobustProblem& problem)
    : share0_(problem.shares(0)),
      share1_(problem.shares(1)),
      radius0_(problem.radii(0)),
      radius1_(problem.radii(1)),
      lambda_(problem.lambda) {}

RobustPair::Values RobustPair::at(const ErrorPair& x) const {
  return {robust_term(share0_ + lambda_, x.x0, radius0_) +
              robust_term(share1_ - lambda_, x.x1, radius1_),
          robust_term(share0_ - lambda_, x.x0, radius0_) +
              robust_term(share1_ + lambda_, x.x1, radius1_)};
}

ErrorPair RobustPair::gradient(const ErrorPair& x, double mu) const {
  return {mu * robust_term_slope(share0_ + lambda_, x.x0, radius0_) +
              (1 - mu) * robust_term_slope(share0_ - lambda_, x.x0, radius0_),
          mu * robust_term_slope(share1_ - lambda_, x.x1, radius1_) +
              (1 - mu) * robust_term_slope(share1_ + lambda_, x.x1, radius1_)};
}

double RobustPair::smallest_angle() const {
  return -std::atan2(std::max(lambda_ - share1_, 0.0), share0_ + lambda_);
}

double RobustPair::largest_angle() const {
  return std::numbers::pi / 2 + std::atan2(std::max(lambda_ - share0_, 0.0), share1_ + lambda_);
}

RegionBound bound_over(const RobustPair& pair, std::vector<ErrorPair> polygon) {
  polygon = clip(clip(polygon, &ErrorPair::x0), &ErrorPair::x1);
  if (polygon.empty()) return {std::numeric_limits<double>::infinity(), 0, true};
  std::vector<RobustPair::Values> vertices;
  for (const ErrorPair& x : polygon) vertices.push_back(pair.at(x));
  RegionBound best{-std::numeric_limits<double>::infinity(), 0, false};
  for (const double mu : candidate_mixtures(vertices)) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const RobustPair::Values& values : vertices) {
      smallest = std::min(smallest, values.mixed(mu));
    }
    if (smallest > best.value) best = {smallest, mu, false};
  }
  return best;
}

}  // namespace fairpca
