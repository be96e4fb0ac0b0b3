// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "linear_algebra/qr.h"
#include "linear_algebra/solve.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/simplex_program.h"
#include "spectral/dense_eigenpairs.h"

namespace fairpca {
namespace {

/// Most pieces a model holds: those with the largest values.
constexpr Index kMaxPieces = 128;
/// Beside their spread: curvatures that are smaller count as this.
constexpr double kLeastCurvature = 1e-9;
/// Weights below are those of pieces that do not matter.
constexpr double kLeastWeight = 1e-9;

std::vector<Index> leading_pieces(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto count = static_cast<std::ptrdiff_t>(std::min(values.size(), kMaxPieces));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index i, Index j) {
    return values(i) != values(j) ? values(i) > values(j) : i < j;
  });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

/// All eigenpairs, largest first.
Eigenpairs eigenpairs_of(const Matrix& symmetric) {
  Matrix work;
  if (std::optional<Eigenpairs> found = full_eigenpairs(symmetric, symmetric.rows(), work)) {
    return std::move(*found);
  }
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  return {eigen.values.reverse(), eigen.vectors.rowwise().reverse()};
}

/// Whether the matrix has this number of negative eigenvalues on the vectors of sum 0.
bool has_negative(const Matrix& symmetric, Index wanted) {
  const Index size = symmetric.rows();
  const Matrix basis = orthogonal_complement(Vector::Ones(size));
  const Vector values = symmetric_eigenvalues(basis.transpose() * symmetric * basis);
  return (values.array() < 0).count() == wanted;
}

}  // namespace

ProjectionPoint::ProjectionPoint(const MatrixRefs& matrices,
                                 const std::function<CapturedPieces(const Vector&)>& pieces_at,
                                 Matrix at)
    : frame(std::move(at)) {
  const Index d = frame.cols(), count = static_cast<Index>(matrices.size());
  images.resize(frame.rows(), count * d);
  captured.resize(count);
  for (Index j = 0; j < count; ++j) {
    auto image = images.middleCols(j * d, d);
    image.noalias() = matrices[static_cast<std::size_t>(j)].get() * frame;
    captured(j) = frame.cwiseProduct(image).sum();
  }
  pieces = pieces_at(captured);
  value = pieces.values.maxCoeff();
}

ProjectionModel::ProjectionModel(const MatrixRefs& matrices, const ProjectionPoint& point,
                                 const Vector& slopes)
    : all_pieces_(point.pieces.values.size()), chosen_(leading_pieces(point.pieces.values)) {
  values_ = point.pieces.values(chosen_);
  slopes_ = point.pieces.slopes(chosen_, Eigen::all);
  const Matrix& frame = point.frame;
  const Index p = frame.rows(), d = frame.cols(), count = slopes.size();
  Matrix combined = Matrix::Zero(p, p), image = Matrix::Zero(p, d);
  for (Index j = 0; j < count; ++j) {
    if (slopes(j) == 0) continue;
    combined -= slopes(j) * matrices[static_cast<std::size_t>(j)].get();
    image -= slopes(j) * point.images.middleCols(j * d, d);
  }
  const Matrix inner = frame.transpose() * image;
  const Eigenpairs inside = eigenpairs_of(inner);
  // (I - VV') C (I - VV') + t VV' with t above all: the d leading eigenvectors are those of V.
  const double above = 4 * combined.norm() + 1;
  const Matrix rest = image - frame * (0.5 * (inner + above * Matrix::Identity(d, d)));
  combined.noalias() -= rest * frame.transpose();
  combined.noalias() -= frame * rest.transpose();
  const Eigenpairs outside = eigenpairs_of(combined);
  inside_ = inside.vectors;
  outside_ = outside.vectors.rightCols(p - d);
  const Vector below = outside.values.tail(p - d);
  spread_ = std::max(inside.values(0) - below(p - d - 1), 1e-300);
  const Matrix differences =
      2 * (inside.values.transpose().replicate(p - d, 1) - below.replicate(1, d));
  curvature_ = differences.reshaped();
  const Matrix products = outside_.transpose() * point.images;
  rates_.resize((p - d) * d, count);
  for (Index j = 0; j < count; ++j) {
    const Matrix rotated = 2 * products.middleCols(j * d, d) * inside_;
    rates_.col(j) = rotated.reshaped();
  }
  // The slopes of the pieces are combined first: at a stationary point they cancel.
  gradients_.noalias() = rates_ * slopes_.transpose();
}

ProjectionStep ProjectionModel::step_from(const Vector& weights, const Vector& coordinates) const {
  ProjectionStep step;
  step.weights = weights;
  step.tangent =
      outside_ * coordinates.reshaped(outside_.cols(), inside_.cols()) * inside_.transpose();
  step.change = gradients_.transpose() * coordinates;
  step.captured_change = rates_.transpose() * coordinates;
  return step;
}

ProjectionStep ProjectionModel::convex_step(double damping, const Vector& correction,
                                            const Vector& start) {
  const Vector curvature = curvature_.cwiseAbs().array() + (kLeastCurvature + damping) * spread_;
  const Vector values = corrected(correction);
  const Matrix scaled = curvature.cwiseSqrt().cwiseInverse().asDiagonal() * gradients_;
  Matrix quadratic(values.size(), values.size());
  quadratic.noalias() = scaled.transpose() * scaled;
  const Vector weights = maximize_over_simplex(values, quadratic, start);
  const Vector mixed = gradients_ * weights;
  ProjectionStep step = step_from(weights, -mixed.cwiseQuotient(curvature));
  step.predicted_decrease = values.maxCoeff() - values.dot(weights) +
                            0.5 * mixed.cwiseAbs2().cwiseQuotient(curvature).sum();
  return step;
}

std::optional<ProjectionStep> ProjectionModel::newton_step(const Vector& correction,
                                                           const Vector& weights) {
  const double least = kLeastCurvature * spread_;
  const auto negative = static_cast<Index>((curvature_.array() < -least).count());
  std::vector<Index> support;
  for (Index k = 0; k < weights.size(); ++k) {
    if (weights(k) > kLeastWeight) support.push_back(k);
  }
  const auto size = static_cast<Index>(support.size());
  if (negative == 0 || negative >= size) return std::nullopt;
  const Vector inverse =
      (curvature_.array().abs() < least).select(least, curvature_).cwiseInverse();
  const Matrix some = gradients_(Eigen::all, support);
  Matrix system = Matrix::Zero(size + 1, size + 1);
  system.topLeftCorner(size, size).noalias() = some.transpose() * (inverse.asDiagonal() * some);
  if (!has_negative(system.topLeftCorner(size, size), negative)) return std::nullopt;
  system.col(size).head(size).setOnes();
  system.row(size).head(size).setOnes();
  const Vector values = corrected(correction);
  const double largest = values.maxCoeff();
  Vector right(size + 1);
  right << (values(support).array() - largest).matrix(), 1;
  const Vector solution = solve_square(system, right);
  if (!solution.allFinite() || solution.head(size).minCoeff() < -kLeastWeight) return std::nullopt;
  Vector all = Vector::Zero(weights.size());
  all(support) = solution.head(size).cwiseMax(0.0);
  const Vector mixed = some * solution.head(size);
  ProjectionStep step = step_from(all / all.sum(), -mixed.cwiseProduct(inverse));
  step.predicted_decrease = -(values(support).array() - largest).matrix().dot(solution.head(size)) +
                            0.5 * mixed.cwiseAbs2().dot(inverse);
  return step;
}

Vector ProjectionModel::weights_of_all(const Vector& weights) const {
  Vector all = Vector::Zero(all_pieces_);
  all(chosen_) = weights;
  return all;
}

Vector ProjectionModel::weights_of_model(const Vector& all) const {
  if (all.size() != all_pieces_) return {};
  return all(chosen_);
}

}  // namespace fairpca
