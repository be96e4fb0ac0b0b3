// SPDX-License-Identifier: BSD-3-Clause
// An objective of one's own, minimised over matrices with orthonormal columns: Brockett's function
// f(V) = sum_j j v_j'A v_j, whose minimum is known from the eigenvalues of A.
#include <cmath>
#include <cstdio>

#include <Eigen/Eigenvalues>

#include "fairpca/manifolds/stiefel.h"
#include "fairpca/optimize/descent.h"

using namespace fairpca;

namespace {

class Brockett final : public Objective {
 public:
  Brockett(Matrix a, Index d) : a_(std::move(a)), weights_(Vector::LinSpaced(d, 1.0, double(d))) {}
  double value(const Matrix& v) const override {
    return (v.transpose() * a_ * v).diagonal().dot(weights_);
  }
  Matrix gradient(const Matrix& v) const override { return 2 * a_ * v * weights_.asDiagonal(); }

 private:
  Matrix a_;
  Vector weights_;
};

}  // namespace

int main() {
  constexpr Index p = 12, d = 3;
  Matrix a = Matrix::Zero(p, p);
  for (Index i = 0; i < p; ++i) {
    for (Index j = 0; j < p; ++j) a(i, j) = 1 / double(i + j + 1) + (i == j ? double(i) : 0);
  }
  const Stiefel manifold(p, d);
  const DescentResult found =
      minimize_lbfgs(manifold, Brockett(a, d), manifold.random_point(/*seed=*/1));

  const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(a).eigenvalues();
  double least = 0;  // the smallest eigenvalue gets the largest weight
  for (Index j = 0; j < d; ++j) least += double(d - j) * eigenvalues(j);
  std::printf("%d iterations, gradient %.1e: f = %.10f, the minimum is %.10f\n", found.iterations,
              found.gradient_norm, found.value, least);
  return found.converged() && std::abs(found.value - least) < 1e-8 * std::abs(least) ? 0 : 1;
}
