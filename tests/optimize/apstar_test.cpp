// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/apstar.h"
#include "text/rejection_of.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace apstar_test {

/// One Gaussian in one dimension for two groups, known by mean and variance: the weighted fit has
/// mean sum w m and variance sum w (v + (m - mean)^2), in closed form.
struct TwoGroups {
  Vector means{{0.0, 3.0}}, variances{{1.0, 6.0}};

  TwoGroups in_units(double unit) const { return {means / unit, variances / (unit * unit)}; }

  Vector operator()(const Vector& weights) const {
    const double mean = weights.dot(means);
    const Vector second = variances.array() + (means.array() - mean).square();
    const double variance = weights.dot(second);
    return -0.5 * (std::log(2 * std::numbers::pi * variance) + second.array() / variance);
  }

  /// The largest smallest value, by trying 200,001 weights.
  std::pair<double, double> brute_force() const {
    std::pair<double, double> best{0, -std::numeric_limits<double>::infinity()};
    for (int i = 0; i <= 200000; ++i) {
      const double w = i / 200000.0, worst = (*this)(Vector{{w, 1 - w}}).minCoeff();
      if (worst > best.second) best = {w, worst};
    }
    return best;
  }
};

TEST(ApstarTest, FindsTheOptimumOfBruteForceInAnyUnits) {
  for (const double unit : {1.0, 1e-3, 1e3}) {
    SCOPED_TRACE(unit);
    const TwoGroups problem = TwoGroups().in_units(unit);
    const auto [weight, worst] = problem.brute_force();
    const MinimaxWeights found =
        apstar(2, problem, {.step = 0.3, .max_steps = 1000, .patience = 500});
    EXPECT_NEAR(found.worst(), worst, 2e-3);
    EXPECT_NEAR(found.weights()[0], weight, 2e-2);
    EXPECT_LE(found.worst(), worst + 1e-8);
  }
}

TEST(ApstarTest, TakesTheSameStepsInEveryUnit) {
  const MinimaxWeights a = apstar(2, TwoGroups()), b = apstar(2, TwoGroups().in_units(1e3));
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_NEAR(a.steps[i].weights[0], b.steps[i].weights[0], 1e-9) << "step " << i;
  }
}

TEST(ApstarTest, ThePrintedIndicatorDependsOnTheUnits) {
  // Negative values: more weight makes weights_g L_g smaller still, so the weights run away.
  ApstarOptions printed{.max_steps = 300, .patience = 300, .indicator = Indicator::kWeightedValue};
  const TwoGroups small = TwoGroups().in_units(1e-3), large = TwoGroups().in_units(1e3);
  const auto last = [&](const TwoGroups& problem) {
    return apstar(2, problem, printed).steps.back().values.minCoeff() -
           problem.brute_force().second;
  };
  EXPECT_LT(std::min(last(small), last(large)), -0.05);
}

TEST(ApstarTest, WeightsStayOnTheSimplexAndTheBestStepIsTheBest) {
  const Vector goals{{1.0, 2.0, 4.0}};
  // Three concave values of one number x; the weighted maximum is the weighted mean of the goals.
  const auto refit = [&](const Vector& weights) -> Vector {
    const double x = weights.dot(goals);
    return -(goals.array() - x).square();
  };
  const MinimaxWeights found = apstar(3, refit, {.max_steps = 500, .patience = 500});
  for (const MinimaxStep& step : found.steps) {
    EXPECT_NEAR(step.weights.sum(), 1, 1e-12);
    EXPECT_GE(step.weights.minCoeff(), 0);
    EXPECT_LE(step.values.minCoeff(), found.worst());
  }
  EXPECT_NEAR(found.worst(), -2.25, 0.15);  // x = 2.5, between the outer two
}

TEST(ApstarTest, StopsWhenTheWorstValueHasNotRisenForLong) {
  const auto refit = [](const Vector&) { return Vector{{1.0, 2.0}}; };
  const MinimaxWeights found = apstar(2, refit, {.max_steps = 100, .patience = 7});
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.steps.size(), 8u);
  EXPECT_FALSE(apstar(2, refit, {.max_steps = 5, .patience = 7}).converged);
}

TEST(BisectWeightsTest, HitsTheOptimumOfBruteForce) {
  for (const double unit : {1.0, 1e3}) {
    const TwoGroups problem = TwoGroups().in_units(unit);
    const MinimaxWeights found = bisect_weights(problem, 60, 1e-10);
    EXPECT_TRUE(found.converged);
    const double tried = problem.brute_force().second;
    EXPECT_GE(found.worst(), tried - 1e-12);
    EXPECT_LE(found.worst(), tried + 1e-5);  // what lies between two weights that were tried
    const Vector& values = found.steps[found.best].values;
    EXPECT_NEAR(values[0], values[1], 1e-8);
  }
}

TEST(BisectWeightsTest, GoesToOneGroupAloneWhereThatGroupStaysBehind) {
  TwoGroups problem;
  problem.variances = Vector{{1.0, 1e4}};  // the second has lower density whatever is done
  problem.means = Vector{{0.0, 0.0}};
  const MinimaxWeights found = bisect_weights(problem, 60, 1e-10);
  EXPECT_LE(found.weights()[0], 1e-6);
  EXPECT_TRUE(found.converged);
}

TEST(BisectWeightsTest, FindsACrossingThatMovesWhileTheRefitCatchesUp) {
  // Each refit goes a third of the way: what it says of a weight depends on those before.
  TwoGroups problem;
  Vector state{{0.0, 1.0}};
  int refits = 0;
  const auto refit = [&](const Vector& weights) {
    ++refits;
    state += (weights - state) / 3;
    return problem(state);
  };
  const MinimaxWeights found = bisect_weights(refit, 200, 1e-8);
  EXPECT_TRUE(found.converged);
  const Vector& values = found.steps.back().values;
  EXPECT_NEAR(values[0], values[1], 1e-8);
  EXPECT_GE(found.worst(), problem.brute_force().second - 1e-6);
  EXPECT_EQ(static_cast<std::size_t>(refits), found.steps.size());
}

TEST(BisectWeightsTest, AGapThatIsLeftInsideIsNotConverged) {
  // The first four answers lead away from where the values meet: w = 0.5 in truth.
  int calls = 0;
  const auto misled = [&](const Vector& weights) {
    const double gap = calls++ < 2 ? -1.0 : 0.5 - weights[0];
    return Vector{{-gap, gap}};
  };
  const MinimaxWeights back = bisect_weights(misled, 100, 1e-9);
  EXPECT_TRUE(back.converged);
  EXPECT_NEAR(back.weights()[0], 0.5, 1e-8);
  const auto jump = [](const Vector& weights) {
    return weights[0] < 0.3 ? Vector{{0.0, 1.0}} : Vector{{1.0, 0.0}};
  };
  const MinimaxWeights stuck = bisect_weights(jump, 100, 1e-9);
  EXPECT_FALSE(stuck.converged);
  EXPECT_LT(stuck.steps.size(), 60u);
  EXPECT_NEAR(stuck.steps.back().weights[0], 0.3, 1e-2);
}

TEST(ApstarTest, RejectsOptionsOutOfRange) {
  const auto option = [](const ApstarOptions& options) {
    const Message message = rejection_of([&] { apstar(2, TwoGroups(), options); });
    EXPECT_EQ(message.code(), "option-value");
    return message.option();
  };
  EXPECT_EQ(option({.step = 1}), "step");
  EXPECT_EQ(option({.step = 0}), "step");
  EXPECT_EQ(option({.k_min = 0}), "k_min");
  EXPECT_EQ(option({.max_steps = -1}), "max_steps");
  EXPECT_EQ(option({.patience = 0}), "patience");
  EXPECT_EQ(option({.tolerance = -1}), "tolerance");
}

}  // namespace apstar_test
}  // namespace fairpca
