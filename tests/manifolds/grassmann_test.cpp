// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/grassmann.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "manifolds/checks.h"

namespace fairpca {
namespace grassmann_test {

/// Two planes of R^6 with known principal angles, seen through a random rotation.
std::pair<Matrix, Matrix> planes(double first, double second) {
  Matrix v = Matrix::Zero(6, 2), w = Matrix::Zero(6, 2);
  v(0, 0) = v(1, 1) = 1;
  w(0, 0) = std::cos(first), w(2, 0) = std::sin(first);
  w(1, 1) = std::cos(second), w(3, 1) = std::sin(second);
  const Matrix q = Grassmann(6, 6).random_point(3);
  const Matrix turn = Grassmann(2, 2).random_point(4);
  return {q * v, q * w * turn};
}

TEST(GrassmannTest, PrincipalAnglesAreRecoveredWhetherTinyOrRight) {
  for (const auto& [first, second] : std::vector<std::pair<double, double>>{
           {0, 0}, {1e-9, 1e-5}, {0.2, 1.3}, {1e-12, std::numbers::pi / 2}, {0.7, 0.7}}) {
    const auto [v, w] = planes(first, second);
    const Vector angles = principal_angles(v, w);
    EXPECT_NEAR(angles(0), first, 1e-15);
    EXPECT_NEAR(angles(1), second, 1e-15);
    EXPECT_NEAR(Grassmann(6, 2).distance(v, w), std::hypot(first, second), 2e-15);
  }
}

TEST(GrassmannTest, TheDistanceDoesNotDependOnTheFrames) {
  const Grassmann grassmann(8, 3);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix v = grassmann.random_point(seed), w = grassmann.random_point(seed + 20);
    const Matrix turn = Grassmann(3, 3).random_point(seed);
    const double distance = grassmann.distance(v, w);
    EXPECT_NEAR(grassmann.distance(v * turn, w), distance, 1e-13);
    EXPECT_NEAR(grassmann.distance(w, v), distance, 1e-13);
    EXPECT_LT(grassmann.distance(v, v * turn), 1e-14);
    EXPECT_LE(distance, std::numbers::pi / 2 * std::sqrt(3.0));
  }
}

TEST(GrassmannTest, AShortStepMovesTheSubspaceByItsLength) {
  for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
    const Grassmann grassmann(12, 4, retraction);
    const Matrix v = grassmann.random_point(1), xi = random_tangent(grassmann, v, 2);
    for (const double t : {1e-2, 1e-4, 1e-6}) {
      EXPECT_NEAR(grassmann.distance(v, grassmann.retract(v, t * xi)), t, t * t * t + 1e-15);
    }
  }
}

}  // namespace grassmann_test
}  // namespace fairpca
