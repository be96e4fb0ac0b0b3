// SPDX-License-Identifier: BSD-3-Clause
#include "verify/support_polygon.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace fairpca {
namespace {

/// Beyond so many pieces the bound reached is taken: it is valid at any time.
constexpr int kMostPieces = 200'000;

double height(const HalfPlane& plane, const ErrorPoint& x) {
  return plane.n0 * x.x0 + plane.n1 * x.x1 - plane.least;
}

std::vector<ErrorPoint> cut(const std::vector<ErrorPoint>& polygon, const HalfPlane& plane) {
  std::vector<ErrorPoint> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ErrorPoint& a = polygon[i];
    const ErrorPoint& b = polygon[(i + 1) % polygon.size()];
    const double at_a = height(plane, a), at_b = height(plane, b);
    if (at_a >= 0) kept.push_back(a);
    if ((at_a < 0) == (at_b < 0)) continue;
    const double share = at_a / (at_a - at_b);
    kept.push_back({a.x0 + share * (b.x0 - a.x0), a.x1 + share * (b.x1 - a.x1)});
  }
  return kept;
}

/// An end of a piece of an edge, with both functions there.
struct PieceEnd {
  ErrorPoint x;
  double f = 0, g = 0;
  double larger() const { return std::max(f, g); }
  double mixed(double mu) const { return mu * f + (1 - mu) * g; }
};

struct EdgePiece {
  PieceEnd a, b;
  double bound = 0;
  bool operator<(const EdgePiece& other) const { return bound > other.bound; }  // smallest first
};

/// Every mixture mu f + (1 - mu) g is concave, so least at an end, and never above the larger one.
EdgePiece piece_between(const PieceEnd& a, const PieceEnd& b) {
  EdgePiece piece{a, b, -std::numeric_limits<double>::infinity()};
  const auto consider = [&](double mu) {
    piece.bound = std::max(piece.bound, std::min(a.mixed(mu), b.mixed(mu)));
  };
  consider(0);
  consider(1);
  const double slope = (a.f - a.g) - (b.f - b.g);
  if (slope != 0) consider(std::clamp((b.g - a.g) / slope, 0.0, 1.0));
  return piece;
}

}  // namespace

std::vector<ErrorPoint> support_polygon(double most0, double most1,
                                        const std::vector<HalfPlane>& planes) {
  std::vector<ErrorPoint> polygon = {{0, 0}, {most0, 0}, {most0, most1}, {0, most1}};
  for (const HalfPlane& plane : planes) {
    std::vector<ErrorPoint> smaller = cut(polygon, plane);
    if (!smaller.empty()) polygon = std::move(smaller);
  }
  return polygon;
}

double least_over_edges(const std::vector<ErrorPoint>& polygon, const PairOfFunctions& functions,
                        double accuracy) {
  double least = std::numeric_limits<double>::infinity();  // at an end of a piece
  const auto end_at = [&](const ErrorPoint& x) {
    const auto [f, g] = functions(x);
    least = std::min(least, std::max(f, g));
    return PieceEnd{x, f, g};
  };
  std::priority_queue<EdgePiece> pieces;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    pieces.push(piece_between(end_at(polygon[i]), end_at(polygon[(i + 1) % polygon.size()])));
  }
  for (int count = 0; count < kMostPieces && least - pieces.top().bound > accuracy; ++count) {
    const EdgePiece piece = pieces.top();
    pieces.pop();
    const PieceEnd middle =
        end_at({(piece.a.x.x0 + piece.b.x.x0) / 2, (piece.a.x.x1 + piece.b.x.x1) / 2});
    pieces.push(piece_between(piece.a, middle));
    pieces.push(piece_between(middle, piece.b));
  }
  return pieces.top().bound;
}

}  // namespace fairpca
