// SPDX-License-Identifier: BSD-3-Clause
#include "manifolds/checks.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace fairpca {
namespace {

Matrix random_ambient(const Manifold& manifold, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  const Matrix a =
      Matrix::NullaryExpr(manifold.rows(), manifold.cols(), [&] { return normal(engine); });
  return a / a.norm();
}

double tangency_error(const Manifold& manifold, const Matrix& v, const Matrix& xi) {
  return (manifold.project(v, xi) - xi).norm();
}

double largest_violation(const Manifold& manifold, const Matrix& v, const Matrix& xi) {
  double largest = 0;
  for (double t = 1e-8; t < 2e3; t *= 10) {
    largest = std::max(largest, manifold.violation(manifold.retract(v, t * xi)));
  }
  return largest;
}

double retraction_order(const Manifold& manifold, const Matrix& v, const Matrix& xi) {
  const auto error = [&](double t) { return (manifold.retract(v, t * xi) - v - t * xi).norm(); };
  const double t = 1e-3;
  return std::log2(error(2 * t) / error(t));
}

double tangent_dimension(const Manifold& manifold, const Matrix& v) {
  double trace = 0;
  Matrix unit = Matrix::Zero(manifold.rows(), manifold.cols());
  for (Index col = 0; col < unit.cols(); ++col) {
    for (Index row = 0; row < unit.rows(); ++row) {
      unit(row, col) = 1;
      trace += manifold.project(v, unit)(row, col);
      unit(row, col) = 0;
    }
  }
  return trace;
}

}  // namespace

Matrix random_tangent(const Manifold& manifold, const Matrix& v, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Matrix tangent = manifold.project(v, random_ambient(manifold, engine));
  if (manifold.dimension() == 0) return Matrix::Zero(tangent.rows(), tangent.cols());
  return tangent / manifold.norm(v, tangent);
}

ManifoldErrors check_manifold(const Manifold& manifold, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Matrix v = manifold.random_point(engine());
  const Matrix xi = random_tangent(manifold, v, engine());
  const Matrix a = random_ambient(manifold, engine), b = random_ambient(manifold, engine);
  const Matrix projected_a = manifold.project(v, a), projected_b = manifold.project(v, b);
  const Matrix w = manifold.retract(v, 0.7 * random_tangent(manifold, v, engine()));

  ManifoldErrors errors;
  errors.idempotence = tangency_error(manifold, v, projected_a);
  errors.self_adjointness =
      std::abs(projected_a.cwiseProduct(b).sum() - a.cwiseProduct(projected_b).sum());
  errors.zero_retraction = (manifold.retract(v, 0 * xi) - v).norm();
  errors.violation = largest_violation(manifold, v, xi);
  errors.transport_tangency = tangency_error(manifold, w, manifold.transport(v, w, xi));
  errors.gradient_tangency = tangency_error(manifold, v, manifold.riemannian_gradient(v, a));
  errors.retraction_order = retraction_order(manifold, v, xi);
  errors.tangent_dimension = tangent_dimension(manifold, v);
  return errors;
}

}  // namespace fairpca
