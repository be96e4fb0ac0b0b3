// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/spectral_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"

namespace fairpca {
namespace {

Matrix weighted_sum(const MatrixRefs& matrices, const Vector& weights) {
  Matrix sum = weights(0) * matrices.front().get();
  for (Index j = 1; j < weights.size(); ++j) {
    sum += weights(j) * matrices[static_cast<std::size_t>(j)].get();
  }
  return sum;
}

/// Eigenvalue differences below this are taken for it: no direction curves more than so.
double smallest_difference(const SpectralView& view) {
  return 1e-10 * std::max(std::abs(view.values(0)), std::numeric_limits<double>::min());
}

/// Element (i, l) of every matrix, as a vector.
Vector element(const std::vector<Matrix>& matrices, Index i, Index l) {
  Vector result(static_cast<Index>(matrices.size()));
  for (Index j = 0; j < result.size(); ++j) result(j) = matrices[static_cast<std::size_t>(j)](i, l);
  return result;
}

/// 2 share c c' / difference, added to the lower and upper triangle.
void add_pair(Matrix& curvature, double share, double difference, const Vector& c, double floor) {
  curvature += (2 * share / std::max(difference, floor)) * c * c.transpose();
}

}  // namespace

void SpectralView::scale(double s) {
  weights *= s;
  values *= s;
  outside_value *= s;
  sum_upper_bound *= s;
}

SpectralView view_at(const MatrixRefs& matrices, const Vector& weights, Index d, Index known,
                     SpectralSolver& spectral) {
  const Matrix sum = weighted_sum(matrices, weights);
  const Index p = sum.rows();
  TopEigenpairs pairs = spectral.estimate(sum, known);
  SpectralView view;
  view.weights = weights;
  view.values = pairs.values;
  view.sum_upper_bound = pairs.values.head(d).sum() + static_cast<double>(d) * pairs.excess;
  view.basis = std::make_shared<const Matrix>(std::move(pairs.vectors));
  const Matrix& v = *view.basis;
  std::vector<Matrix> residuals;
  for (const Matrix& matrix : matrices) {
    Matrix product = matrix * v;
    view.matrices.push_back(v.transpose() * product);
    if (known < p) residuals.push_back(product - v * view.matrices.back());
  }
  if (known == p) return view;
  view.outside_value = (sum.trace() - view.values.sum()) / static_cast<double>(p - known);
  for (Index i = 0; i < known; ++i) {
    Matrix columns(p, view.count());
    for (Index j = 0; j < view.count(); ++j) {
      columns.col(j) = residuals[static_cast<std::size_t>(j)].col(i);
    }
    view.outside.push_back(columns.transpose() * columns);
  }
  return view;
}

void verify(const MatrixRefs& matrices, Index d, SpectralSolver& spectral, SpectralView& view) {
  if (view.certified) return;
  const Matrix sum = weighted_sum(matrices, view.weights);
  TopEigenpairs leading;
  leading.values = view.values.head(d);
  leading.vectors = view.basis->leftCols(d);
  leading.next_value = view.values(d);
  view.certified = spectral.verify(sum, leading);
  view.sum_upper_bound = leading.sum_upper_bound();
}

Window nearest_window(const SpectralView& view, Index d, Index width) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Vector& values = view.values;
  const double middle = 0.5 * (values(d - 1) + values(d));
  Window window{d - 1, d + 1};
  while (window.size() < std::min(width, view.known())) {
    const double up = window.begin > 0 ? values(window.begin - 1) - middle : kInfinity;
    const double down = window.end < view.known() ? middle - values(window.end) : kInfinity;
    up <= down ? --window.begin : ++window.end;
  }
  return window;
}

ClusterSaddle cluster_problem(const FantopeProblem& problem, const SpectralView& view,
                              const Window& window) {
  ClusterSaddle saddle;
  saddle.criterion = problem.criterion;
  saddle.q = problem.d - window.begin;
  saddle.center = view.weights;
  saddle.curvature = Matrix::Zero(view.count(), view.count());
  saddle.offsets = problem.criterion == FantopeCriterion::kWorst
                       ? problem.offsets
                       : Vector(Vector::Zero(view.count()));
  for (Index j = 0; j < view.count(); ++j) {
    const Matrix& matrix = view.matrices[static_cast<std::size_t>(j)];
    saddle.offsets(j) -= matrix.diagonal().head(window.begin).sum();
    saddle.matrices.push_back(
        matrix.block(window.begin, window.begin, window.size(), window.size()));
  }
  return saddle;
}

Matrix outer_curvature(const SpectralView& view, Index d, const Window& window, const Matrix& q) {
  const Index m = window.size(), known = view.known();
  const SymmetricEigen eigen = symmetric_eigen(q);
  const Matrix& rotation = eigen.vectors;
  const Vector occupied = eigen.values.cwiseMax(0.0).cwiseMin(1.0);
  const auto cluster_values = view.values.segment(window.begin, m);
  const Vector values = rotation.cwiseAbs2().transpose() * cluster_values;
  std::vector<Matrix> cluster;  // V'A_j E, columns rotated to the eigenvectors of Q
  for (const Matrix& matrix : view.matrices) {
    cluster.push_back(matrix.middleCols(window.begin, m) * rotation);
  }
  const double floor = smallest_difference(view);
  Matrix curvature = Matrix::Zero(view.count(), view.count());
  for (Index i = 0; i < window.begin; ++i) {
    for (Index l = window.end; l < known; ++l) {
      add_pair(curvature, 1, view.values(i) - view.values(l), element(view.matrices, i, l), floor);
    }
    for (Index l = 0; l < m; ++l) {
      add_pair(curvature, 1 - occupied(l), view.values(i) - values(l), element(cluster, i, l),
               floor);
    }
  }
  for (Index i = 0; i < m; ++i) {
    for (Index l = window.end; l < known; ++l) {
      add_pair(curvature, occupied(i), values(i) - view.values(l), element(cluster, l, i), floor);
    }
  }
  if (view.complete()) return curvature;
  for (Index i = 0; i < d; ++i) {
    const double difference = std::max(view.values(i) - view.outside_value, floor);
    curvature += (2 / difference) * view.outside[static_cast<std::size_t>(i)];
  }
  return curvature;
}

Matrix cluster_coefficients(const SpectralView& view, const Window& window, const Matrix& q) {
  Matrix coefficients = Matrix::Zero(view.known(), view.known());
  coefficients.diagonal().head(window.begin).setOnes();
  coefficients.block(window.begin, window.begin, window.size(), window.size()) = q;
  return coefficients;
}

Matrix moved_coefficients(const SpectralView& view, const Window& window, const Matrix& q,
                          const Vector& weights) {
  const Index known = view.known();
  const Vector change = weights - view.weights;
  Matrix perturbation = Matrix::Zero(known, known);
  for (Index j = 0; j < view.count(); ++j) {
    perturbation += change(j) * view.matrices[static_cast<std::size_t>(j)];
  }
  const auto part = [&](Index i) { return i < window.begin ? 0 : i < window.end ? 1 : 2; };
  const double floor = smallest_difference(view);
  Matrix moved = Matrix::Identity(known, known);
  for (Index i = 0; i < window.end; ++i) {
    for (Index l = 0; l < known; ++l) {
      if (part(i) == part(l)) continue;
      const double difference = std::max(std::abs(view.values(i) - view.values(l)), floor);
      moved(l, i) = perturbation(l, i) / (i < l ? difference : -difference);
    }
  }
  const Matrix leading = moved.leftCols(window.end);
  const ThinQr qr = thin_qr(leading);
  Matrix frame = qr.q;
  for (Index i = 0; i < window.end; ++i) {
    if (qr.r(i, i) < 0) frame.col(i) = -frame.col(i);
  }
  return frame * cluster_coefficients(view, window, q).topLeftCorner(window.end, window.end) *
         frame.transpose();
}

Vector captured(const SpectralView& view, const Matrix& coefficients) {
  Vector result(view.count());
  for (Index j = 0; j < view.count(); ++j) {
    result(j) = view.matrices[static_cast<std::size_t>(j)].cwiseProduct(coefficients).sum();
  }
  return result;
}

}  // namespace fairpca
