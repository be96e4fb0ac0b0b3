// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_curvature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fairpca {
namespace {

/// Beside the spread: how far below all lambda a mu is that is not computed.  The less, the worse
/// the systems of the others are conditioned.
constexpr double kClear = 1e-4;

/// The lower triangle of (I - VV') C (I - VV') + away VV'.
Matrix without_frame(const Matrix& frame, const Matrix& image, Matrix combined, double away) {
  const Index d = frame.cols();
  const Matrix inner = frame.transpose() * image;
  const Matrix rest = image - frame * (0.5 * (inner + away * Matrix::Identity(d, d)));
  combined.noalias() -= rest * frame.transpose();
  combined.noalias() -= frame * rest.transpose();
  return combined;
}

}  // namespace

// The norm of a symmetric matrix is at most 1.5 times that of its lower triangle.
ProjectionCurvature::ProjectionCurvature(const Matrix& frame, const Matrix& image,
                                         const Matrix& combined)
    : frame_(frame),
      inside_(symmetric_eigen(frame.transpose() * image)),
      away_(3 * combined.stableNorm() + std::numeric_limits<double>::min()),
      outside_(without_frame(frame, image, combined, away_)) {
  const double highest = inside_.values.maxCoeff(), lowest = inside_.values.minCoeff();
  spread_ = std::max(highest - outside_.smallest_eigenvalue(), 1e-300);
  near_ = outside_.between(lowest - kClear * spread_, 0.75 * away_);
}

Index ProjectionCurvature::count_below(double limit) const {
  Index count = 0;
  for (const double lambda : inside_.values) {
    count += (2 * (lambda - near_.values.array()) < limit).count();
  }
  return count;
}

void ProjectionCurvature::remove_near(Eigen::Ref<Matrix> rows) const {
  const Matrix parts = rows * near_.vectors;
  rows.noalias() -= parts * near_.vectors.transpose();
}

Matrix ProjectionCurvature::coordinates(Matrix tangents) const {
  const Index p = frame_.rows(), d = frame_.cols(), count = tangents.cols() / d;
  const Matrix along = frame_.transpose() * tangents;
  tangents.noalias() -= frame_ * along;
  Matrix turned(p, tangents.cols());  // by lambda, not by tangent
  for (Index k = 0; k < count; ++k) {
    const Matrix one = tangents.middleCols(k * d, d) * inside_.vectors;
    for (Index i = 0; i < d; ++i) turned.col(i * count + k) = one.col(i);
  }
  outside_.rotate(turned);
  Matrix result(count, d * size());
  for (Index i = 0; i < d; ++i) {
    auto block = result.middleCols(i * size(), size());
    block.leftCols(p) = turned.middleCols(i * count, count).transpose();
    block.rightCols(near_.values.size()).noalias() = block.leftCols(p) * near_.vectors;
    remove_near(block.leftCols(p));
  }
  return result;
}

Matrix ProjectionCurvature::tangent(const Vector& coordinates) const {
  const Index p = frame_.rows(), d = frame_.cols();
  Matrix turned(p, d);
  for (Index i = 0; i < d; ++i) {
    const auto block = coordinates.segment(i * size(), size());
    turned.col(i) = block.head(p) + near_.vectors * block.tail(near_.values.size());
  }
  outside_.rotate_back(turned);
  Matrix tangent = turned * inside_.vectors.transpose();
  // A shift near `away_` magnifies what rounding leaves along the frame.
  const Matrix along = frame_.transpose() * tangent;
  tangent.noalias() -= frame_ * along;
  return tangent;
}

/// `known` gives what a coordinate of curvature c is divided by.
template <class Known>
Matrix ProjectionCurvature::divided(const Matrix& coordinates, double added,
                                    const Known& known) const {
  const Index p = frame_.rows(), d = frame_.cols();
  Matrix result(coordinates.rows(), coordinates.cols());
  for (Index i = 0; i < d; ++i) {
    const double lambda = inside_.values(i);
    const auto from = coordinates.middleCols(i * size(), size());
    auto to = result.middleCols(i * size(), size());
    to.leftCols(p) = 0.5 * outside_.solve_rows(lambda + 0.5 * added, from.leftCols(p));
    remove_near(to.leftCols(p));
    for (Index j = 0; j < near_.values.size(); ++j) {
      to.col(p + j) = from.col(p + j) / known(2 * (lambda - near_.values(j)));
    }
  }
  return result;
}

Matrix ProjectionCurvature::over_absolute(const Matrix& coordinates, double added) const {
  return divided(coordinates, added, [&](double curvature) { return std::abs(curvature) + added; });
}

Matrix ProjectionCurvature::over_signed(const Matrix& coordinates, double least) const {
  return divided(coordinates, 0,
                 [&](double curvature) { return std::abs(curvature) < least ? least : curvature; });
}

}  // namespace fairpca
