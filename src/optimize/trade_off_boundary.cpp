// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/trade_off_boundary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "optimize/messages.h"
#include "optimize/tie_rotation.h"
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace {

/// Pairs asked for beyond d: they show a tie without another solve.
constexpr Index kSpare = 2;

double lower_norm(const Matrix& symmetric) {
  double squares = 0;
  for (Index col = 0; col < symmetric.cols(); ++col) {
    const auto lower = symmetric.col(col).tail(symmetric.rows() - col);
    squares += 2 * lower.squaredNorm() - lower(0) * lower(0);
  }
  return std::sqrt(squares);
}

double inner(const Matrix& symmetric, const Matrix& frame) {
  if (frame.cols() == 0) return 0;
  const Matrix product = symmetric_product(symmetric, frame);
  return frame.cwiseProduct(product).sum();
}

Matrix compress(const Matrix& symmetric, const Matrix& frame) {
  const Matrix product = symmetric_product(symmetric, frame);
  return frame.transpose() * product;
}

struct Direction {
  double n0 = 1, n1 = 0;
};

/// Multiples of 45 degrees are exact: the ends of the usual ranges ask for A_0, A_1, A_0 - A_1.
Direction direction(double angle) {
  const double eighths = angle / (std::numbers::pi / 4);
  const double nearest = std::round(eighths);
  if (std::abs(eighths - nearest) < 1e-15 * std::max(1.0, std::abs(eighths))) {
    static constexpr int kCos[] = {1, 1, 0, -1, -1, -1, 0, 1};
    static constexpr int kSin[] = {0, 1, 1, 1, 0, -1, -1, -1};
    const int turn = ((static_cast<int>(nearest) % 8) + 8) % 8;
    const double length = turn % 2 == 0 ? 1.0 : std::numbers::sqrt2 / 2;
    return {kCos[turn] * length, kSin[turn] * length};
  }
  return {std::cos(angle), std::sin(angle)};
}

/// How many of the known pairs make the safest check: the widest gap at or after d.
Index checked_pairs(const TopEigenpairs& pairs, Index d) {
  const Index known = pairs.values.size();
  Index best = known;
  double widest = pairs.gap();
  for (Index count = d; count < known; ++count) {
    const double gap = pairs.values(count - 1) - pairs.values(count);
    if (gap > widest) {
      widest = gap;
      best = count;
    }
  }
  return best;
}

TopEigenpairs leading(const TopEigenpairs& pairs, Index count) {
  TopEigenpairs head = pairs;
  if (count == pairs.values.size()) return head;
  head.values = pairs.values.head(count);
  head.vectors = pairs.vectors.leftCols(count);
  head.next_value = pairs.values(count);
  return head;
}

}  // namespace

TradeOffBoundary::TradeOffBoundary(const Matrix& a0, const Matrix& a1, Index d,
                                   SpectralSolver& spectral)
    : a0_(a0), a1_(a1), d_(d), spectral_(spectral) {
  const Index p = a0.rows();
  for (const Matrix* matrix : {&a0, &a1}) {
    if (matrix->rows() == p && matrix->cols() == p) continue;
    reject(optimize_message<"matrix-sizes">("rows"_is(matrix->rows()), "columns"_is(matrix->cols()),
                                            "expected"_is(p)));
  }
  if (d < 1 || d >= p) {
    reject(optimize_message<"projection-dimension">("most"_is(p - 1), "d"_is(d)));
  }
  norm0_ = lower_norm(a0);
  norm1_ = lower_norm(a1);
}

TradeOffBoundary::TradeOffBoundary(const TradeOffBoundary& other, SpectralSolver& spectral)
    : a0_(other.a0_),
      a1_(other.a1_),
      d_(other.d_),
      spectral_(spectral),
      norm0_(other.norm0_),
      norm1_(other.norm1_),
      points_(other.points_) {}

TradeOffBoundary TradeOffBoundary::beside(SpectralSolver& spectral) const {
  return {*this, spectral};
}

void TradeOffBoundary::take_points(TradeOffBoundary&& other) {
  points_.merge(other.points_);
  for (auto& [angle, point] : other.points_) {  // those left are known here
    SupportPoint& here = points_.at(angle);
    if (point.checked && !here.checked) here = std::move(point);
  }
}

double TradeOffBoundary::scale(double n0, double n1) const {
  return std::abs(n0) * norm0_ + std::abs(n1) * norm1_;
}

Captured TradeOffBoundary::captured(const Matrix& frame) const {
  return {inner(a0_, frame), inner(a1_, frame)};
}

/// The lower triangle of n0 A_0 + n1 A_1.
const Matrix& TradeOffBoundary::form(const SupportPoint& point) {
  if (point.n0 == 1 && point.n1 == 0) return a0_;
  if (point.n0 == 0 && point.n1 == 1) return a1_;
  if (formed_ == point.angle) return combined_;
  const Index p = size();
  combined_.resize(p, p);
  for (Index col = 0; col < p; ++col) {
    const Index rows = p - col;
    combined_.col(col).tail(rows) =
        point.n0 * a0_.col(col).tail(rows) + point.n1 * a1_.col(col).tail(rows);
  }
  formed_ = point.angle;
  return combined_;
}

const SupportPoint& TradeOffBoundary::support(double angle) {
  const auto known = points_.find(angle);
  if (known != points_.end()) return known->second;
  SupportPoint point;
  point.angle = angle;
  const Direction n = direction(angle);
  point.n0 = n.n0;
  point.n1 = n.n1;
  point.pairs = spectral_.estimate(form(point), std::min(size(), d_ + kSpare));
  place(point);
  return points_.emplace(angle, std::move(point)).first->second;
}

const SupportPoint& TradeOffBoundary::certify(double angle) {
  support(angle);
  SupportPoint& point = points_.at(angle);
  if (point.checked) return point;
  const Index count = checked_pairs(point.pairs, d_);
  TopEigenpairs head = leading(point.pairs, count);
  const int before = spectral_.solves();
  point.certified = spectral_.verify(form(point), head);
  if (spectral_.solves() != before) {  // solved again: the pairs themselves were wrong
    point.pairs = head;
    place(point);
  }
  point.checked = true;
  if (point.certified) {
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * scale(point.n0, point.n1);
    point.upper = point.value + static_cast<double>(count) * std::max(0.0, head.excess - rounding);
  }
  return point;
}

/// Finds the cluster at eigenvalue d and the ends of the face.
void TradeOffBoundary::place(SupportPoint& point) {
  const double width = kTieWidth * scale(point.n0, point.n1);
  while (true) {
    const Vector& values = point.pairs.values;
    const double last = values(d_ - 1);
    point.above = (values.array() > last + width).count();
    point.tied = (values.array() >= last - width).count() - point.above;
    const bool open = point.above + point.tied == values.size() && values.size() < size() &&
                      point.pairs.next_value >= last - width;
    if (!open) break;
    point.pairs = spectral_.estimate(form(point), std::min(size(), 2 * values.size()));
  }
  point.value = point.upper = point.pairs.values.head(d_).sum();
  if (point.is_face(d_)) {
    point.first = captured(face_end(point, false));
    point.last = captured(face_end(point, true));
    return;
  }
  // One product gives both coordinates: n0 v0 + n1 v1 is the sum of the eigenvalues.
  const Matrix frame = point.pairs.vectors.leftCols(d_);
  Captured& v = point.first;
  if (std::abs(point.n0) >= std::abs(point.n1)) {
    v.v1 = inner(a1_, frame);
    v.v0 = (point.value - point.n1 * v.v1) / point.n0;
  } else {
    v.v0 = inner(a0_, frame);
    v.v1 = (point.value - point.n0 * v.v0) / point.n1;
  }
  point.last = v;
}

/// As the angle grows, the face is traversed towards larger values of <P, -n1 A_0 + n0 A_1>.
Matrix TradeOffBoundary::face_end(const SupportPoint& point, bool last) const {
  Matrix frame = point.pairs.vectors.leftCols(d_);
  if (!point.is_face(d_)) return frame;
  const Matrix cluster = point.pairs.vectors.middleCols(point.above, point.tied);
  const Matrix slope = point.n0 * compress(a1_, cluster) - point.n1 * compress(a0_, cluster);
  const Index q = d_ - point.above;
  frame.rightCols(q) = cluster * extreme_frame(slope, q, last);
  return frame;
}

Matrix TradeOffBoundary::first_frame(const SupportPoint& point) const {
  return face_end(point, false);
}

Matrix TradeOffBoundary::last_frame(const SupportPoint& point) const {
  return face_end(point, true);
}

std::optional<Matrix> TradeOffBoundary::frame_on_line(const SupportPoint& point, const Line& line,
                                                      double width) const {
  const Vector& values = point.pairs.values;
  const double reach = width * scale(point.n0, point.n1);
  const Index above = (values.array() > values(d_ - 1) + reach).count();
  const Index near = (values.array() >= values(d_ - 1) - reach).count() - above;
  if (above + near == d_) return std::nullopt;
  Matrix frame = point.pairs.vectors.leftCols(d_);
  const Matrix cluster = point.pairs.vectors.middleCols(above, near);
  const Matrix slope = line.f0 * compress(a0_, cluster) + line.f1 * compress(a1_, cluster);
  const double rest = -line.excess(captured(frame.leftCols(above)));
  const auto inside = tie_rotation(slope, d_ - above, rest);
  if (!inside) return std::nullopt;
  frame.rightCols(d_ - above) = cluster * *inside;
  return frame;
}

}  // namespace fairpca
