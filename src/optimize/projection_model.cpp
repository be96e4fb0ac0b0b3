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
#include "spectral/symmetric_product.h"

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

/// -sum_j slopes_j A_j, the lower triangle; zeros above it.  Several matrices at once: they come
/// from memory, and the sum with each of them.
Matrix negative_sum(const MatrixRefs& matrices, const Vector& slopes) {
  constexpr std::size_t kAtOnce = 4;
  const Index p = matrices.front().get().rows();
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < matrices.size(); ++j) {
    if (slopes(static_cast<Index>(j)) != 0) kept.push_back(j);
  }
  Matrix sum = Matrix::Zero(p, p);
  for (std::size_t first = 0; first < kept.size(); first += kAtOnce) {
    const Matrix* parts[kAtOnce];
    double factors[kAtOnce];
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      const bool is_one = first + i < kept.size();
      const std::size_t j = kept[is_one ? first + i : first];
      parts[i] = &matrices[j].get();
      factors[i] = is_one ? slopes(static_cast<Index>(j)) : 0;
    }
    for (Index col = 0; col < p; ++col) {
      const auto tail = [&](std::size_t i) {
        return factors[i] * parts[i]->col(col).tail(p - col);
      };
      sum.col(col).tail(p - col) -= tail(0) + tail(1) + tail(2) + tail(3);
    }
  }
  return sum;
}

/// A_j V, each as one column.
auto images_by_matrix(const ProjectionPoint& point) {
  return point.images.reshaped(point.frame.size(), point.captured.size());
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
  SymmetricProducts products(frame);
  for (Index j = 0; j < count; ++j) {
    products.multiply(matrices[static_cast<std::size_t>(j)], images.col(j * d).data());
    captured(j) = frame.cwiseProduct(images.middleCols(j * d, d)).sum();
  }
  pieces = pieces_at(captured);
  value = pieces.values.maxCoeff();
}

ProjectionModel::ProjectionModel(const MatrixRefs& matrices, const ProjectionPoint& point,
                                 const Vector& slopes)
    : point_(point),
      all_pieces_(point.pieces.values.size()),
      chosen_(leading_pieces(point.pieces.values)) {
  values_ = point.pieces.values(chosen_);
  slopes_ = point.pieces.slopes(chosen_, Eigen::all);
  const Matrix& frame = point.frame;
  const Index p = frame.rows(), d = frame.cols();
  Matrix combined = negative_sum(matrices, slopes);
  const Matrix image = -(images_by_matrix(point) * slopes).reshaped(p, d);
  const Matrix inner = frame.transpose() * image;
  const Eigenpairs inside = eigenpairs_of(inner);
  // (I - VV') C (I - VV') + t VV' with t above all: the d leading eigenvectors are those of V.
  const double above = 8 * combined.norm() + 1;
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
  set_gradients();
}

/// The slopes of the pieces are combined first: at a stationary point they cancel.
void ProjectionModel::set_gradients() {
  const Index p = outside_.rows(), d = inside_.cols(), count = slopes_.rows();
  Matrix mixed(p * d, count);
  mixed.noalias() = images_by_matrix(point_) * slopes_.transpose();
  Matrix rotated(p, count * d);
  for (Index k = 0; k < count; ++k) {
    rotated.middleCols(k * d, d).noalias() = 2 * mixed.col(k).reshaped(p, d) * inside_;
  }
  gradients_.resize((p - d) * d, count);
  gradients_.reshaped(p - d, count * d).noalias() = outside_.transpose() * rotated;
}

ProjectionStep ProjectionModel::step_from(const Vector& weights, const Vector& coordinates) const {
  ProjectionStep step;
  step.weights = weights;
  step.tangent =
      outside_ * coordinates.reshaped(outside_.cols(), inside_.cols()) * inside_.transpose();
  step.change = gradients_.transpose() * coordinates;
  step.captured_change = 2 * (images_by_matrix(point_).transpose() * step.tangent.reshaped());
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
