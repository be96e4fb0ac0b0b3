// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_minimax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "fairpca/manifolds/orthonormal_frames.h"
#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/quadratic_program.h"

namespace fairpca {
namespace {

using PiecesFunction = std::function<CapturedPieces(const Vector&)>;

/// Up to this size steps use the whole space.
constexpr Index kWholeSpace = 150;
/// Most pieces a step looks at: those with the largest values.
constexpr Index kMaxPieces = 48;

/// V'A_j V for all j, traced.
Vector captured_by(const std::vector<Matrix>& matrices, const Matrix& frame) {
  Vector result(static_cast<Index>(matrices.size()));
  for (Index j = 0; j < result.size(); ++j) {
    const Matrix product = matrices[static_cast<std::size_t>(j)] * frame;
    result(j) = frame.cwiseProduct(product).sum();
  }
  return result;
}

/// The pieces with the largest values.
std::vector<Index> leading_pieces(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto count = static_cast<std::ptrdiff_t>(std::min(values.size(), kMaxPieces));
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](Index i, Index j) { return values(i) > values(j); });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

/// max over the simplex of values'w - 1/2 |image w|^2.
///
/// By proximal steps, which stay precise where the quadratic term vanishes.
Vector weights_of_all(const Vector& values, const Matrix& image) {
  constexpr double kProximity = 1e-5;
  constexpr int kRounds = 8;
  const Index count = values.size();
  const Matrix quadratic = image.transpose() * image;
  const Vector shortfalls = values.maxCoeff() - values.array();
  const double scale = std::max(quadratic.diagonal().maxCoeff(), shortfalls.maxCoeff());
  Vector weights = Vector::Constant(count, 1.0 / static_cast<double>(count));
  if (!(scale > 0)) return weights;  // all weights are alike
  QuadraticProgram program{
      .hessian = quadratic / scale + kProximity * Matrix::Identity(count, count),
      .gradient = {},
      .constraints = Matrix(1 + count, count),
      .bounds = Vector::Zero(1 + count),
      .equalities = 1};
  program.constraints.row(0).setOnes();
  program.bounds(0) = 1;
  program.constraints.bottomRows(count).setIdentity();
  for (int round = 0; round < kRounds; ++round) {
    program.gradient = shortfalls / scale - kProximity * weights;
    const Vector solution = solve_quadratic_program(program).x.cwiseMax(0.0);
    const double change = (solution / solution.sum() - weights).norm();
    weights = solution / solution.sum();
    if (change < 1e-10) break;
  }
  return weights;
}

Matrix chosen_columns(const Matrix& matrix, const std::vector<Index>& chosen) {
  Matrix columns(matrix.rows(), static_cast<Index>(chosen.size()));
  for (Index i = 0; i < columns.cols(); ++i) {
    columns.col(i) = matrix.col(chosen[static_cast<std::size_t>(i)]);
  }
  return columns;
}

/// The same by a working set: few pieces matter, and those that do are the ones the solution
/// without them would leave above the others.
Vector best_weights(const Vector& values, const Matrix& image) {
  constexpr Index kFirst = 4, kMore = 3;
  const double rounding = 1e-12 * std::max(values.cwiseAbs().maxCoeff(), image.squaredNorm());
  std::vector<Index> chosen(static_cast<std::size_t>(std::min(kFirst, values.size())));
  std::iota(chosen.begin(), chosen.end(), Index{0});  // the largest come first
  while (true) {
    const Vector some = weights_of_all(chosen_columns(values.transpose(), chosen).transpose(),
                                       chosen_columns(image, chosen));
    Vector weights = Vector::Zero(values.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
      weights(chosen[i]) = some(static_cast<Index>(i));
    Vector after = values - image.transpose() * (image * weights);
    double highest = -std::numeric_limits<double>::infinity();
    for (const Index piece : chosen) {
      highest = std::max(highest, after(piece));
      after(piece) = -std::numeric_limits<double>::infinity();
    }
    const std::size_t before = chosen.size();
    for (Index added = 0; added < kMore; ++added) {
      Index worst = 0;
      if (!(after.maxCoeff(&worst) > highest + rounding)) break;
      chosen.push_back(worst);
      after(worst) = -std::numeric_limits<double>::infinity();
    }
    if (chosen.size() == before) return weights;
  }
}

/// The problem inside one subspace: small matrices, frames n x d.
class SubspaceMinimax {
 public:
  SubspaceMinimax(std::vector<Matrix> matrices, const PiecesFunction& pieces, double tolerance)
      : matrices_(std::move(matrices)), pieces_(pieces), tolerance_(tolerance) {}

  void start_at(Matrix frame) {
    frame_ = std::move(frame);
    captured_ = captured_by(matrices_, frame_);
    at_ = pieces_(captured_);
    value_ = at_.values.maxCoeff();
  }

  /// One step; false when the model predicts no decrease or no step achieves it.
  bool step() {
    prepare();
    // Limits and factors of the damping are safeguards: where the model misleads, steps shrink.
    while (damping_ < 1e6) {
      const Matrix direction = solve_model();
      const double scale = std::max(std::abs(value_), slope_scale());
      if (!(predicted_decrease_ > tolerance_ * scale)) {
        converged_ = true;
        return false;
      }
      if (search_along(direction)) {
        damping_ = std::max(0.1 * damping_, 1e-8);
        return true;
      }
      damping_ = std::max(10 * damping_, 1e-4);
    }
    return false;
  }

  const Matrix& frame() const { return frame_; }
  double value() const { return value_; }
  bool converged() const { return converged_; }
  const Vector& weights() const { return weights_; }
  const Vector& mixed_slopes() const { return mixed_slopes_; }

 private:
  double slope_scale() const {
    return (at_.slopes.array().abs().matrix() * captured_.cwiseAbs()).maxCoeff();
  }

  /// The complement of the frame and the blocks W'A_j V that say how v_j changes.
  void prepare() {
    complement_ = orthogonal_complement(frame_);
    cross_.clear();
    for (const Matrix& matrix : matrices_) {
      cross_.push_back(complement_.transpose() * matrix * frame_);
    }
    active_ = leading_pieces(at_.values);
    const auto count = static_cast<Index>(active_.size());
    values_.resize(count);
    slopes_.resize(count, at_.slopes.cols());
    for (Index i = 0; i < count; ++i) {
      values_(i) = at_.values(active_[static_cast<std::size_t>(i)]);
      slopes_.row(i) = at_.slopes.row(active_[static_cast<std::size_t>(i)]);
    }
    if (mixed_slopes_.size() == 0) mixed_slopes_ = slopes_.row(0);  // the largest piece alone
  }

  /// Direction K in the coordinates of the complement, by the dual of the model.
  Matrix solve_model() {
    constexpr int kRounds = 2;  // the curvature depends on the weights, which the model tells
    Matrix direction;
    for (int round = 0; round < kRounds; ++round) direction = solve_with_curvature();
    return direction;
  }

  Matrix solve_with_curvature() {
    const Vector mix = -mixed_slopes_;
    Matrix combined = Matrix::Zero(frame_.rows(), frame_.rows());
    for (Index j = 0; j < mix.size(); ++j) {
      combined += mix(j) * matrices_[static_cast<std::size_t>(j)];
    }
    const SymmetricEigen inside = symmetric_eigen(frame_.transpose() * combined * frame_);
    const SymmetricEigen outside =
        symmetric_eigen(complement_.transpose() * combined * complement_);
    const Vector &above = inside.values, &below = outside.values;
    const double spread = std::max(above.maxCoeff() - below.minCoeff(), 1e-300);
    // 1e-9: a safeguard against a curvature of 0, where eigenvalues of both sides are equal.
    const Matrix curvature =
        (2 * (above.transpose().replicate(below.size(), 1) - below.replicate(1, above.size())))
            .cwiseAbs()
            .array() +
        (1e-9 + damping_) * spread;
    const Index size = curvature.size();
    Matrix scaled(size, mix.size());  // blocks of v_j in the eigenbases, over the curvature's root
    for (Index j = 0; j < mix.size(); ++j) {
      const Matrix rotated =
          outside.vectors.transpose() * cross_[static_cast<std::size_t>(j)] * inside.vectors;
      const Matrix weighted = 2 * rotated.cwiseQuotient(curvature.cwiseSqrt());
      scaled.col(j) = weighted.reshaped();
    }
    // The slopes of the pieces are combined first: at a stationary point they cancel.
    const Matrix image = scaled * slopes_.transpose();
    const Vector local = best_weights(values_, image);
    const Vector flat = -(image * local);
    predicted_decrease_ = value_ - values_.dot(local) + 0.5 * flat.squaredNorm();
    mixed_slopes_ = slopes_.transpose() * local;
    weights_ = Vector::Zero(at_.values.size());
    for (Index i = 0; i < local.size(); ++i) {
      weights_(active_[static_cast<std::size_t>(i)]) = local(i);
    }
    const Matrix step =
        flat.reshaped(curvature.rows(), curvature.cols()).cwiseQuotient(curvature.cwiseSqrt());
    return outside.vectors * step * inside.vectors.transpose();
  }

  bool search_along(const Matrix& direction) {
    const Matrix tangent = complement_ * direction;
    for (double length = 1; length > 0.01; length *= 0.5) {
      const Matrix frame = qr_factor(frame_ + length * tangent);
      const Vector v = captured_by(matrices_, frame);
      CapturedPieces next = pieces_(v);
      const double value = next.values.maxCoeff();
      if (!(value <= value_ - 0.05 * length * predicted_decrease_)) continue;
      frame_ = frame;
      captured_ = v;
      at_ = std::move(next);
      value_ = value;
      return true;
    }
    return false;
  }

  std::vector<Matrix> matrices_;
  const PiecesFunction& pieces_;
  double tolerance_;
  Matrix frame_, complement_;
  Vector captured_;
  CapturedPieces at_;
  double value_ = 0, predicted_decrease_ = 0, damping_ = 0;
  std::vector<Matrix> cross_;
  std::vector<Index> active_;
  Vector values_, weights_;
  Vector mixed_slopes_;  ///< by the weights of the last model; the pieces may have changed since
  Matrix slopes_;        ///< of the active pieces
  bool converged_ = false;
};

/// Orthonormal basis of the span of V and all A_j V, V first.
Matrix enlarged_basis(const MatrixRefs& matrices, const Matrix& frame) {
  const Index p = frame.rows(), d = frame.cols();
  const auto count = static_cast<Index>(matrices.size());
  Matrix products(p, count * d);
  for (Index j = 0; j < count; ++j) {
    products.middleCols(j * d, d) = matrices[static_cast<std::size_t>(j)].get() * frame;
  }
  products -= frame * (frame.transpose() * products);
  products -= frame * (frame.transpose() * products);
  const PivotedQr qr(products);
  const Index rank = std::min(qr.rank(), p - d);
  Matrix basis(p, d + rank);
  basis.leftCols(d) = frame;
  basis.rightCols(rank) = qr.first_columns(rank);
  return qr_factor(basis);
}

std::vector<Matrix> restricted(const MatrixRefs& matrices, const Matrix& basis) {
  std::vector<Matrix> small;
  for (const Matrix& matrix : matrices) small.push_back(basis.transpose() * (matrix * basis));
  return small;
}

}  // namespace

ProjectionMinimaxResult minimize_over_projections(const MatrixRefs& matrices,
                                                  const PiecesFunction& pieces, Matrix start,
                                                  const ProjectionMinimaxOptions& options,
                                                  const std::function<Flow()>& observer) {
  const Index p = start.rows();
  const bool whole =
      p <= kWholeSpace || static_cast<Index>(matrices.size() + 1) * start.cols() >= p;
  ProjectionMinimaxResult result;
  result.frame = std::move(start);
  bool go_on = true;
  while (go_on) {
    const Matrix basis =
        whole ? Matrix(Matrix::Identity(p, p)) : enlarged_basis(matrices, result.frame);
    SubspaceMinimax minimax(
        whole ? std::vector<Matrix>(matrices.begin(), matrices.end()) : restricted(matrices, basis),
        pieces, options.tolerance);
    minimax.start_at(basis.transpose() * result.frame);
    const int before = result.iterations;
    while (true) {
      const bool stopped = observer && observer() == Flow::kStop;
      if (stopped || result.iterations >= options.max_iterations) {
        go_on = false;
        break;
      }
      if (!minimax.step()) break;
      ++result.iterations;
    }
    result.weights = minimax.weights();
    result.slopes = minimax.mixed_slopes();
    result.converged = minimax.converged();
    if (result.iterations == before) break;
    result.frame = qr_factor(basis * minimax.frame());
    if (whole) break;
  }
  result.captured = captured_by({matrices.begin(), matrices.end()}, result.frame);
  result.value = pieces(result.captured).values.maxCoeff();
  return result;
}

}  // namespace fairpca
