// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "linear_algebra/qr.h"
#include "linear_algebra/solve.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/simplex_program.h"
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
      chosen_(leading_pieces(point.pieces.values)),
      values_(point.pieces.values(chosen_)),
      slopes_(point.pieces.slopes(chosen_, Eigen::all)),
      curvature_(
          point.frame,
          -(images_by_matrix(point) * slopes).reshaped(point.frame.rows(), point.frame.cols()),
          negative_sum(matrices, slopes)) {
  // The slopes of the pieces are combined first: at a stationary point they cancel.
  Matrix mixed(point.frame.size(), slopes_.rows());
  mixed.noalias() = images_by_matrix(point) * (2 * slopes_.transpose());
  gradients_ = curvature_.coordinates(
      mixed.reshaped(point.frame.rows(), point.frame.cols() * slopes_.rows()));
}

ProjectionStep ProjectionModel::step_from(const Vector& weights, const Vector& coordinates) const {
  ProjectionStep step;
  step.weights = weights;
  step.tangent = curvature_.tangent(coordinates);
  step.captured_change = 2 * (images_by_matrix(point_).transpose() * step.tangent.reshaped());
  return step;
}

ProjectionStep ProjectionModel::convex_step(double damping, const Vector& correction,
                                            const Vector& start) {
  const Matrix scaled =
      curvature_.over_absolute(gradients_, (kLeastCurvature + damping) * curvature_.spread());
  const Vector values = corrected(correction);
  Matrix quadratic(values.size(), values.size());
  quadratic.noalias() = gradients_ * scaled.transpose();
  // Each row was divided with rounding of its own.
  quadratic = (0.5 * (quadratic + quadratic.transpose())).eval();
  const Vector weights = maximize_over_simplex(values, quadratic, start);
  ProjectionStep step = step_from(weights, -(scaled.transpose() * weights));
  step.predicted_decrease =
      values.maxCoeff() - values.dot(weights) + 0.5 * weights.dot(quadratic * weights);
  return step;
}

std::optional<ProjectionStep> ProjectionModel::newton_step(const Vector& correction,
                                                           const Vector& weights) {
  const double least = kLeastCurvature * curvature_.spread();
  const Index negative = curvature_.count_below(-least);
  std::vector<Index> support;
  for (Index k = 0; k < weights.size(); ++k) {
    if (weights(k) > kLeastWeight) support.push_back(k);
  }
  const auto size = static_cast<Index>(support.size());
  if (negative == 0 || negative >= size) return std::nullopt;
  const Matrix some = gradients_(support, Eigen::all);
  const Matrix scaled = curvature_.over_signed(some, least);
  Matrix system = Matrix::Zero(size + 1, size + 1);
  system.topLeftCorner(size, size).noalias() = some * scaled.transpose();
  if (!has_negative(system.topLeftCorner(size, size), negative)) return std::nullopt;
  system.col(size).head(size).setOnes();
  system.row(size).head(size).setOnes();
  const Vector values = corrected(correction);
  const double largest = values.maxCoeff();
  Vector right(size + 1);
  right << (values(support).array() - largest).matrix(), 1;
  const Vector solution = solve_square(system, right).head(size);
  if (!solution.allFinite() || solution.minCoeff() < -kLeastWeight) return std::nullopt;
  Vector all = Vector::Zero(weights.size());
  all(support) = solution.cwiseMax(0.0);
  ProjectionStep step = step_from(all / all.sum(), -(scaled.transpose() * solution));
  step.predicted_decrease = -(values(support).array() - largest).matrix().dot(solution) +
                            0.5 * solution.dot(system.topLeftCorner(size, size) * solution);
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
