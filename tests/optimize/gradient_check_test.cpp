// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/gradient_check.h"

#include <cmath>

#include <gtest/gtest.h>

#include "optimize/trace_objectives.h"

namespace fairpca {
namespace gradient_check_test {

class Linear final : public Objective {
 public:
  explicit Linear(Matrix c) : c_(std::move(c)) {}
  double value(const Matrix& v) const override { return c_.cwiseProduct(v).sum(); }
  Matrix gradient(const Matrix& /*v*/) const override { return c_; }

 private:
  Matrix c_;
};

/// A correct value with a gradient, or a joint evaluation, that is off by a factor.
class Distorted final : public Objective {
 public:
  Distorted(const Objective& inner, double gradient_factor, double joint_factor)
      : inner_(inner), gradient_factor_(gradient_factor), joint_factor_(joint_factor) {}
  double value(const Matrix& v) const override { return inner_.value(v); }
  Matrix gradient(const Matrix& v) const override { return gradient_factor_ * inner_.gradient(v); }
  double value_and_gradient(const Matrix& v, Matrix& gradient_at_point) const override {
    gradient_at_point = gradient(v);
    return joint_factor_ * inner_.value(v);
  }

 private:
  const Objective& inner_;
  double gradient_factor_, joint_factor_;
};

TEST(GradientCheckTest, ATrueGradientHasOrderTwo) {
  const WeightedTrace objective(random_symmetric_matrix(8, 1), Vector::LinSpaced(3, 1, 3));
  for (unsigned seed = 0; seed < 50; ++seed) {
    const GradientCheck check =
        check_gradient(objective, random_gaussian(8, 3, seed), random_gaussian(8, 3, seed + 1000));
    EXPECT_NEAR(check.order, 2, 0.05);
    EXPECT_LT(check.relative_error, 1e-9);
    EXPECT_EQ(check.joint_difference, 0);
  }
}

TEST(GradientCheckTest, AGradientOffByAThousandthHasOrderOne) {
  const WeightedTrace objective(random_symmetric_matrix(8, 1), Vector::Ones(3));
  const Distorted wrong(objective, 1.001, 1);
  const GradientCheck check =
      check_gradient(wrong, random_gaussian(8, 3, 2), random_gaussian(8, 3, 3));
  EXPECT_NEAR(check.order, 1, 0.05);
  EXPECT_GT(check.relative_error, 1e-5);
}

TEST(GradientCheckTest, AJointEvaluationThatDiffersIsSeen) {
  const WeightedTrace objective(random_symmetric_matrix(8, 1), Vector::Ones(3));
  const Distorted wrong(objective, 1, 1.5);
  EXPECT_GT(
      check_gradient(wrong, random_gaussian(8, 3, 2), random_gaussian(8, 3, 3)).joint_difference,
      0.1);
}

TEST(GradientCheckTest, ALinearFunctionHasNoErrorToMeasure) {
  const Linear objective(random_gaussian(4, 2, 5));
  const GradientCheck check =
      check_gradient(objective, random_gaussian(4, 2, 6), random_gaussian(4, 2, 7));
  EXPECT_TRUE(std::isinf(check.order));
  EXPECT_LT(check.relative_error, 1e-12);
}

}  // namespace gradient_check_test
}  // namespace fairpca
