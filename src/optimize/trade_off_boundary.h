// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>

#include "fairpca/matrix.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// What a frame V captures of the two matrices: v_g = <VV', A_g>.
struct Captured {
  double v0 = 0, v1 = 0;
};

/// The points of the plane with f0 v0 + f1 v1 = target.
struct Line {
  double f0 = 0, f1 = 0, target = 0;
  double excess(const Captured& v) const { return f0 * v.v0 + f1 * v.v1 - target; }
};

/// The boundary as seen in the direction n = (cos angle, sin angle): the face of points that
/// maximise n0 v0 + n1 v1, a single point unless eigenvalue d of n0 A_0 + n1 A_1 is repeated.
struct SupportPoint {
  double angle = 0, n0 = 1, n1 = 0;
  double value = 0;  ///< sigma_d(n0 A_0 + n1 A_1), as computed
  /// An upper bound on it, but for the rounding of a sum of d numbers (eps * |A|_F each); proven if
  /// `certified`.
  double upper = 0;
  bool checked = false, certified = false;
  Captured first, last;       ///< ends of the face: the limits from smaller and from larger angles
  TopEigenpairs pairs;        ///< at least d
  Index above = 0, tied = 0;  ///< pairs greater than eigenvalue d, pairs equal to it
  bool is_face(Index d) const { return above + tied > d; }
};

/// The boundary of W = {(<VV', A_0>, <VV', A_1>) : V p x d, V'V = I} for symmetric A_0, A_1.
///
/// All of the boundary of the convex hull of W belongs to W (docs/methods/boundary.md), so the best
/// projection for any criterion of (v0, v1) that is not improved by moving inwards is found by a
/// search over the angle, each step one top-d eigenproblem.  Points are kept: searches for other
/// criteria on the same boundary start from them.
class TradeOffBoundary {
 public:
  /// Reads the lower triangles; keeps references to the matrices and the solver.
  /// Throws InvalidArgument unless the shapes agree and 1 <= d < p.
  TradeOffBoundary(const Matrix& a0, const Matrix& a1, Index d, SpectralSolver& spectral);

  /// The face in direction `angle`, in radians.  One eigen-solve unless it is known; not
  /// inertia-checked.
  const SupportPoint& support(double angle);

  /// The same after an inertia check (p^3/3 flops, once); a missed eigenvalue is found and the
  /// point placed again.  Not certified if the solver's check is turned off or failed.
  const SupportPoint& certify(double angle);

  /// The same boundary with its points, for another thread and its solver.
  TradeOffBoundary beside(SpectralSolver& spectral) const;
  /// Takes over the points of a boundary beside this one that are new, or checked there alone.
  void take_points(TradeOffBoundary&& other);

  /// A frame at the first or the last end of the face.
  Matrix first_frame(const SupportPoint& point) const;
  Matrix last_frame(const SupportPoint& point) const;

  /// A frame on the face that captures a point of `line`, found by one rotation inside the span of
  /// the eigenvectors whose eigenvalues are within `width` * scale(n) of the d-th; empty when the
  /// line does not meet it.  A width above kTieWidth reaches points near the boundary, inside it by
  /// at most d * width * scale(n) in direction n.
  std::optional<Matrix> frame_on_line(const SupportPoint& point, const Line& line,
                                      double width = kTieWidth) const;

  Captured captured(const Matrix& frame) const;

  /// |n0| |A_0|_F + |n1| |A_1|_F.
  double scale(double n0, double n1) const;

  /// All points so far, by angle.
  const std::map<double, SupportPoint>& points() const { return points_; }
  Index dimension() const { return d_; }
  Index size() const { return a0_.rows(); }
  const Matrix& a0() const { return a0_; }
  const Matrix& a1() const { return a1_; }

  /// Eigenvalues closer than this, relative to scale(n), are one: rounding cannot tell them apart.
  static constexpr double kTieWidth = 1e-13;

 private:
  TradeOffBoundary(const TradeOffBoundary& other, SpectralSolver& spectral);
  const Matrix& form(const SupportPoint& point);
  void place(SupportPoint& point);
  Matrix face_end(const SupportPoint& point, bool last) const;

  const Matrix& a0_;
  const Matrix& a1_;
  Index d_;
  SpectralSolver& spectral_;
  double norm0_ = 0, norm1_ = 0;
  Matrix combined_;               ///< lower triangle of n0 A_0 + n1 A_1
  std::optional<double> formed_;  ///< the angle that combined_ belongs to
  std::map<double, SupportPoint> points_;
};

}  // namespace fairpca
