// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/simplex_program.h"

#include <random>

#include <gtest/gtest.h>

#include "optimize/matrix_families.h"
#include "optimize/quadratic_program.h"

namespace fairpca {
namespace simplex_program_test {

struct Instance {
  Vector linear;
  Matrix quadratic;
  double value(const Vector& w) const { return linear.dot(w) - 0.5 * w.dot(quadratic * w); }
};

/// Q of rank at most `rank`.
Instance random_instance(Index count, Index rank, double spread, int seed) {
  std::mt19937_64 engine(seed);
  const Matrix factor = gaussian(rank, count, engine);
  return {3 + spread * gaussian(count, 1, engine).array(), factor.transpose() * factor};
}

TEST(SimplexProgramTest, WeightsAreAMixtureAndNoneCouldGainByMore) {
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Index count = 1 + trial % 30;
    const Instance instance =
        random_instance(count, 1 + trial % 13, trial % 3 == 0 ? 1e-3 : 1.0, trial);
    const Vector w = maximize_over_simplex(instance.linear, instance.quadratic);
    EXPECT_NEAR(w.sum(), 1, 1e-14);
    EXPECT_GE(w.minCoeff(), 0);
    // At the optimum gains are alike where weights are positive, and nowhere larger.
    const Vector gains = instance.linear - instance.quadratic * w;
    const double level = gains.dot(w);
    EXPECT_LE(gains.maxCoeff(), level + 1e-9 * (1 + instance.quadratic.maxCoeff()));
  }
}

TEST(SimplexProgramTest, TheValueIsThatOfTheGeneralQuadraticProgram) {
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const Index count = 2 + trial % 20;
    Instance instance = random_instance(count, count + 3, 1.0, 100 + trial);
    QuadraticProgram program{.hessian = instance.quadratic,
                             .gradient = -instance.linear,
                             .constraints = Matrix(1 + count, count),
                             .bounds = Vector::Zero(1 + count),
                             .equalities = 1};
    program.constraints << Matrix::Ones(1, count), Matrix::Identity(count, count);
    program.bounds(0) = 1;
    const double best = instance.value(solve_quadratic_program(program).x);
    const double found = instance.value(maximize_over_simplex(instance.linear, instance.quadratic));
    EXPECT_NEAR(found, best, 1e-10 * (1 + std::abs(best)));
  }
}

TEST(SimplexProgramTest, WhereItBeginsDoesNotMatter) {
  const Instance instance = random_instance(24, 40, 1.0, 7);
  const Vector w = maximize_over_simplex(instance.linear, instance.quadratic);
  std::mt19937_64 engine(8);
  for (int trial = 0; trial < 10; ++trial) {
    const Vector start = gaussian(24, 1, engine).cwiseMax(0.0);
    const Vector other = maximize_over_simplex(instance.linear, instance.quadratic, start);
    EXPECT_LT((w - other).norm(), 1e-9);
  }
  const Vector again = maximize_over_simplex(instance.linear, instance.quadratic, w);
  EXPECT_LT((w - again).norm(), 1e-12);
}

TEST(SimplexProgramTest, WithoutCurvatureTheLargestLinearTermTakesAll) {
  const Vector w = maximize_over_simplex(Vector{{1, 5, 2}}, Matrix::Zero(3, 3));
  EXPECT_NEAR(w(1), 1, 1e-12);
}

}  // namespace simplex_program_test
}  // namespace fairpca
