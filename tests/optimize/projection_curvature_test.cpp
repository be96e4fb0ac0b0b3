// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_curvature.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "optimize/matrix_families.h"

namespace fairpca {
namespace projection_curvature_test {

/// A frame and a matrix, with all eigenpairs inside the frame and outside of it.
struct Problem {
  Matrix frame, combined, inside, outside;
  Vector lambda, mu;

  Problem(Index p, Index d, unsigned seed, double turned = 0.2) {
    std::mt19937_64 engine(seed);
    const Matrix basis = random_orthogonal(p, engine);
    // Leading eigenvectors but for a turn: the further, the more curvatures are negative.
    const Matrix turn = random_orthogonal(p, engine);
    const Vector values = Vector::LinSpaced(p, static_cast<double>(p), -1);
    combined = symmetric_part(basis * values.asDiagonal() * basis.transpose());
    const Matrix whole = dense::full_q(basis.leftCols(d) + turned * turn.leftCols(d));
    frame = whole.leftCols(d);
    const Matrix rest = whole.rightCols(p - d);
    const auto within = dense::eigenpairs(symmetric_part(frame.transpose() * combined * frame));
    const auto beyond = dense::eigenpairs(symmetric_part(rest.transpose() * combined * rest));
    lambda = within.values;
    inside = frame * within.vectors;
    mu = beyond.values;
    outside = rest * beyond.vectors;
  }

  ProjectionCurvature curvature() const { return {frame, combined * frame, combined}; }

  /// A tangent with every element in the eigenbases over `divisor` of its curvature.
  template <class Divisor>
  Matrix over(const Matrix& tangent, const Divisor& divisor) const {
    Matrix elements = outside.transpose() * tangent * (frame.transpose() * inside);
    for (Index i = 0; i < lambda.size(); ++i) {
      for (Index j = 0; j < mu.size(); ++j) elements(j, i) /= divisor(2 * (lambda(i) - mu(j)));
    }
    return outside * elements * (inside.transpose() * frame);
  }
};

Matrix random_tangents(Index p, Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  return gaussian(p, cols, engine);
}

TEST(ProjectionCurvatureTest, CoordinatesOfATangentGiveItsPartAcrossTheFrame) {
  for (const Index p : {2, 5, 30}) {
    SCOPED_TRACE(p);
    const Index d = p > 4 ? 3 : 1;
    const Problem problem(p, d, 7);
    const Matrix tangents = random_tangents(p, 2 * d, 8);
    const ProjectionCurvature curvature = problem.curvature();
    const Matrix coordinates = curvature.coordinates(tangents);
    ASSERT_EQ(coordinates.rows(), 2);
    for (Index k = 0; k < 2; ++k) {
      const Matrix one = tangents.middleCols(k * d, d);
      const Matrix across = one - problem.frame * (problem.frame.transpose() * one);
      EXPECT_LT((curvature.tangent(coordinates.row(k)) - across).norm(), 1e-12 * one.norm());
      EXPECT_NEAR(coordinates.row(k).norm(), across.norm(), 1e-12 * one.norm());
    }
  }
}

TEST(ProjectionCurvatureTest, DividingIsThatByAllEigenvaluesInsideAndOutside) {
  for (const Index p : {5, 30, 61}) {
    for (const unsigned seed : {1u, 2u, 3u}) {
      SCOPED_TRACE(testing::Message() << "p " << p << ", seed " << seed);
      const Index d = 3;
      const Problem problem(p, d, seed, seed == 1 ? 0.2 : 2.0);
      const ProjectionCurvature curvature = problem.curvature();
      if (seed > 1 && p > 5) {
        EXPECT_GT(curvature.count_below(-1e-9), 0);
      }
      const double spread = problem.lambda.maxCoeff() - problem.mu.minCoeff();
      EXPECT_NEAR(curvature.spread(), spread, 1e-12 * spread);
      const Matrix tangent = random_tangents(p, d, 10 + seed);
      const Matrix coordinates = curvature.coordinates(tangent);
      const auto expect_tangent = [&](const Matrix& found, const Matrix& expected) {
        EXPECT_LT((curvature.tangent(found.row(0)) - expected).norm(), 1e-9 * expected.norm());
      };
      for (const double added : {1e-9, 0.1, 10.0, 1e5}) {
        expect_tangent(curvature.over_absolute(coordinates, added),
                       problem.over(tangent, [&](double c) { return std::abs(c) + added; }));
      }
      for (const double least : {1e-9, 0.5}) {
        expect_tangent(curvature.over_signed(coordinates, 1e-4 * least),
                       problem.over(tangent, [&](double c) {
                         return std::abs(c) < 1e-4 * least ? 1e-4 * least : c;
                       }));
      }
    }
  }
}

TEST(ProjectionCurvatureTest, NegativeCurvaturesAreCounted) {
  int some = 0;
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u}) {
    const Problem problem(20, 3, seed, 2.0);
    for (const double limit : {-1e-9, -1.0, -100.0}) {
      Index expected = 0;
      for (const double lambda : problem.lambda) {
        expected += (2 * (lambda - problem.mu.array()) < limit).count();
      }
      EXPECT_EQ(problem.curvature().count_below(limit), expected);
      some += expected > 0;
    }
  }
  EXPECT_GT(some, 5);
}

TEST(ProjectionCurvatureTest, TinyUnitsChangeNothing) {
  const Problem problem(20, 3, 4, 2.0);
  const double unit = 1e-165;
  const Matrix tiny = unit * problem.combined;
  const ProjectionCurvature usual = problem.curvature();
  const ProjectionCurvature curvature(problem.frame, tiny * problem.frame, tiny);
  EXPECT_NEAR(curvature.spread() / unit, usual.spread(), 1e-12 * usual.spread());
  EXPECT_GT(usual.count_below(-1), 0);
  EXPECT_EQ(curvature.count_below(-unit), usual.count_below(-1));
}

TEST(ProjectionCurvatureTest, AMatrixOfZerosHasNoCurvatureAndNoNumberThatIsNotFinite) {
  const Matrix frame = Matrix::Identity(4, 2), zero = Matrix::Zero(4, 4);
  const ProjectionCurvature curvature(frame, zero * frame, zero);
  const Matrix coordinates = curvature.coordinates(Matrix::Ones(4, 2));
  EXPECT_EQ(curvature.count_below(-1e-9), 0);
  EXPECT_TRUE(curvature.over_absolute(coordinates, 1).allFinite());
}

}  // namespace projection_curvature_test
}  // namespace fairpca
