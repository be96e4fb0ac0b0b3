// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/newton_minimum.h"

#include <cmath>

#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace {

/// sum_i a_i x_i^2 / 2 - b_i x_i.
class Bowl final : public ConvexFunction {
 public:
  Bowl(Vector curvature, Vector slope) : a_(std::move(curvature)), b_(std::move(slope)) {}
  double value(const Vector& x, Eigen::Ref<Vector> gradient) const override {
    gradient = a_.cwiseProduct(x) - b_;
    return 0.5 * x.dot(a_.cwiseProduct(x)) - b_.dot(x);
  }
  Matrix hessian(const Vector& /*x*/) const override { return a_.asDiagonal(); }

 private:
  Vector a_, b_;
};

/// sqrt(1 + x^2): a full Newton step from |x| > 1 overshoots.
class Hyperbola final : public ConvexFunction {
 public:
  double value(const Vector& x, Eigen::Ref<Vector> gradient) const override {
    const double root = std::sqrt(1 + x(0) * x(0));
    gradient(0) = x(0) / root;
    return root;
  }
  Matrix hessian(const Vector& x) const override {
    return Matrix::Constant(1, 1, std::pow(1 + x(0) * x(0), -1.5));
  }
};

TEST(NewtonMinimumTest, EndsAQuadraticInOneStep) {
  const NewtonResult found =
      newton_minimum(Bowl(Vector{{1, 10, 1e6}}, Vector{{2, -5, 3}}), Vector::Zero(3));
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.iterations, 1);
  EXPECT_NEAR((found.point - Vector{{2, -0.5, 3e-6}}).norm(), 0, 1e-12);
}

TEST(NewtonMinimumTest, HalvesStepsThatGoTooFar) {
  const NewtonResult found = newton_minimum(Hyperbola(), Vector::Constant(1, 30));
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.point(0), 0, 1e-9);
  EXPECT_NEAR(found.value, 1, 1e-15);
}

TEST(NewtonMinimumTest, ShiftsAHessianThatIsNotPositiveDefinite) {
  const NewtonResult found = newton_minimum(Bowl(Vector{{1, 0}}, Vector{{3, 0}}), Vector{{0, 4}});
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.point(0), 3, 1e-9);
  EXPECT_NEAR(found.point(1), 4, 1e-9);
}

TEST(NewtonMinimumTest, SaysThatItDidNotConverge) {
  const NewtonResult found =
      newton_minimum(Hyperbola(), Vector::Constant(1, 30), {.max_iterations = 1});
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.iterations, 1);
  EXPECT_GT(found.gradient_norm, 1e-3);
}

TEST(NewtonMinimumTest, RejectsOptionsOutOfRange) {
  const auto rejection = [](const NewtonOptions& options) {
    return rejection_of([&] { newton_minimum(Hyperbola(), Vector::Ones(1), options); });
  };
  EXPECT_EQ(rejection({.gradient_tolerance = 0}).option(), "gradient_tolerance");
  EXPECT_EQ(rejection({.max_iterations = -1}).option(), "max_iterations");
}

}  // namespace
}  // namespace fairpca
