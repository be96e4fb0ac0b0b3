// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/subgradient_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/manifolds/stiefel.h"
#include "optimize/trace_objectives.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace subgradient_descent_test {

/// max(tr V'A V, tr V'B V): a kink where the two are equal.
class LargerTrace final : public Objective {
 public:
  LargerTrace(Matrix a, Matrix b) : a_(std::move(a)), b_(std::move(b)) {}
  double value(const Matrix& v) const override { return std::max(trace(a_, v), trace(b_, v)); }
  Matrix gradient(const Matrix& v) const override {
    return 2 * (trace(a_, v) >= trace(b_, v) ? a_ : b_) * v;
  }

 private:
  static double trace(const Matrix& m, const Matrix& v) { return v.cwiseProduct(m * v).sum(); }
  Matrix a_, b_;
};

double brute_force_minimum(const Objective& objective) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200000; ++i) {
    const double angle = std::numbers::pi * i / 200000;
    best = std::min(best,
                    objective.value((Matrix(2, 1) << std::cos(angle), std::sin(angle)).finished()));
  }
  return best;
}

TEST(SubgradientDescentTest, TheBestOfSeveralStartsApproachesTheBruteForceMinimumAtAKink) {
  const Matrix a = (Matrix(2, 2) << 3, 1, 1, 0.5).finished();
  const Matrix b = (Matrix(2, 2) << 0.2, -0.3, -0.3, 2).finished();
  const LargerTrace objective(a, b);
  const double minimum = brute_force_minimum(objective);
  for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
    const Stiefel circle(2, 1, retraction);
    double best = std::numeric_limits<double>::infinity();  // there are two kinks to end in
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const DescentResult result =
          subgradient_descent(circle, objective, circle.random_point(seed),
                              {.max_iterations = 4000, .steps = diminishing_step(0.3)});
      EXPECT_EQ(result.termination, Termination::kMaxIterations);
      EXPECT_GE(result.value, minimum - 1e-9);
      EXPECT_EQ(result.value, objective.value(result.point));
      EXPECT_LT(circle.violation(result.point), 1e-14);
      best = std::min(best, result.value);
    }
    EXPECT_LT(best, minimum + 1e-3);
  }
}

TEST(SubgradientDescentTest, OneStepIsARetractionAlongTheProjectedSubgradient) {
  const LargerTrace objective(random_symmetric_matrix(6, 1), random_symmetric_matrix(6, 2));
  const Stiefel manifold(6, 2);
  const Matrix start = manifold.random_point(3);
  const Matrix direction = manifold.project(start, objective.gradient(start));
  const DescentResult result = subgradient_descent(
      manifold, objective, start,
      {.max_iterations = 1, .steps = constant_step(0.25), .keep = KeptIterate::kLast});
  EXPECT_EQ(result.point, manifold.retract(start, -0.25 * direction));
  EXPECT_NEAR(result.history[1].step_norm, 0.25 * direction.norm(), 1e-14);
}

TEST(SubgradientDescentTest, BestIsTheSmallestOfTheHistoryAndLastIsTheLast) {
  const LargerTrace objective(random_symmetric_matrix(6, 1), random_symmetric_matrix(6, 2));
  const Stiefel manifold(6, 2);
  SubgradientOptions options{.max_iterations = 60, .steps = constant_step(0.2)};
  const DescentResult best =
      subgradient_descent(manifold, objective, manifold.random_point(3), options);
  options.keep = KeptIterate::kLast;
  const DescentResult last =
      subgradient_descent(manifold, objective, manifold.random_point(3), options);
  ASSERT_EQ(best.history.size(), 61u);
  double smallest = std::numeric_limits<double>::infinity();
  for (const IterationRecord& record : best.history) smallest = std::min(smallest, record.value);
  EXPECT_EQ(best.value, smallest);
  EXPECT_LT(best.value, last.value);
  EXPECT_EQ(last.value, last.history.back().value);
  EXPECT_EQ(last.value, objective.value(last.point));
  EXPECT_EQ(best.value, objective.value(best.point));
  EXPECT_EQ(best.iterations, 60);
}

TEST(SubgradientDescentTest, TheStepSequenceIsAskedOncePerStep) {
  const LargerTrace objective(random_symmetric_matrix(6, 1), random_symmetric_matrix(6, 2));
  const Stiefel manifold(6, 2);
  std::vector<int> asked;
  subgradient_descent(manifold, objective, manifold.random_point(3),
                      {.max_iterations = 4, .steps = [&](int k) {
                         asked.push_back(k);
                         return 0.1;
                       }});
  EXPECT_THAT(asked, testing::ElementsAre(0, 1, 2, 3));
  EXPECT_DOUBLE_EQ(diminishing_step(2)(3), 1);
}

TEST(SubgradientDescentTest, AVanishingSubgradientConvergesAndTheObserverStops) {
  const LargerTrace flat(Matrix::Zero(3, 3), -Matrix::Identity(3, 3));
  const DescentResult result = subgradient_descent(Stiefel(3, 1), flat, Matrix::Identity(3, 1));
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 0);

  const LargerTrace objective(random_symmetric_matrix(3, 1), random_symmetric_matrix(3, 2));
  const DescentResult stopped = subgradient_descent(
      Stiefel(3, 1), objective, Matrix::Identity(3, 1), {}, [](const IterationRecord& record) {
        return record.iteration == 7 ? Flow::kStop : Flow::kContinue;
      });
  EXPECT_EQ(stopped.termination, Termination::kStopped);
  EXPECT_EQ(stopped.iterations, 7);
}

TEST(SubgradientDescentTest, AStepThatIsNotFiniteEndsTheRunWithTheIterateBefore) {
  const LargerTrace objective(random_symmetric_matrix(3, 1), random_symmetric_matrix(3, 2));
  const DescentResult result = subgradient_descent(
      Stiefel(3, 1), objective, Matrix::Identity(3, 1),
      {.steps = [](int k) { return k == 2 ? std::numeric_limits<double>::quiet_NaN() : 0.1; }});
  EXPECT_EQ(result.termination, Termination::kNotFinite);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_TRUE(result.point.allFinite());
  EXPECT_EQ(result.value, objective.value(result.point));
}

TEST(SubgradientDescentTest, RejectionsNameTheField) {
  const LargerTrace objective(Matrix::Identity(3, 3), Matrix::Identity(3, 3));
  const Stiefel manifold(3, 1);
  const Matrix start = Matrix::Identity(3, 1);
  const auto rejection = [&](const SubgradientOptions& options, const Matrix& from) {
    return rejection_of([&] { subgradient_descent(manifold, objective, from, options); });
  };
  EXPECT_EQ(rejection({.max_iterations = -1}, start).option(), "max_iterations");
  EXPECT_EQ(rejection({.steps = nullptr}, start).code(), "no-step-sequence");
  EXPECT_EQ(rejection({.steps = nullptr}, start).option(), "steps");
  const Message off = rejection({}, 3 * start);
  EXPECT_EQ(off.code(), "start-off-the-manifold");
  EXPECT_NEAR(std::stod(off.argument("violation")), 8, 1e-12);
}

}  // namespace subgradient_descent_test
}  // namespace fairpca
