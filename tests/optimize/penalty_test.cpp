// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/penalty.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/manifolds/grassmann.h"
#include "optimize/trace_objectives.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace penalty_test {

/// -<A, VV'> with <B_j, VV'> <= limit_j.
class TraceLimits final : public ConstrainedObjective {
 public:
  TraceLimits(Matrix gain, std::vector<Matrix> limited)
      : gain_(std::move(gain)), limited_(std::move(limited)) {}
  Index constraints() const override { return static_cast<Index>(limited_.size()); }
  double values(const Matrix& v, Vector& constraints, bool) const override {
    constraints.resize(this->constraints());
    for (Index j = 0; j < constraints.size(); ++j) {
      constraints(j) = v.cwiseProduct(limited_[static_cast<std::size_t>(j)] * v).sum();
    }
    return -v.cwiseProduct(gain_ * v).sum();
  }
  Matrix gradient(const Matrix& v, const Vector& weights) const override {
    Matrix result = -2 * gain_ * v;
    for (Index j = 0; j < weights.size(); ++j) {
      result += 2 * weights(j) * limited_[static_cast<std::size_t>(j)] * v;
    }
    return result;
  }

 private:
  Matrix gain_;
  std::vector<Matrix> limited_;
};

Matrix random_moment(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, p, seed);
  return x * x.transpose() / static_cast<double>(p);
}

/// Largest <A, P> over projections with <B, P> <= limit, from the dual on a fine grid of weights.
double dual_bound(const Matrix& a, const Matrix& b, Index d, double limit) {
  double best = std::numeric_limits<double>::infinity();
  for (double nu = 0; nu < 60; nu += 0.005) {
    best = std::min(best, dense::eigenvalues(a - nu * b).tail(d).sum() + nu * limit);
  }
  return best;
}

/// Most of <P, A> over planes, with limits on <P, B>; begins at the unconstrained optimum.
struct LimitedTrace {
  static constexpr Index kColumns = 8, kDimensions = 2;

  explicit LimitedTrace(unsigned seed)
      : a(random_moment(kColumns, seed)), b(random_moment(kColumns, seed + 50)) {
    problem.values(start, before, false);
    options.first_penalty = before.cwiseInverse();
  }

  Matrix a, b;
  Grassmann manifold{kColumns, kDimensions};
  TraceLimits problem{a, {b}};
  Matrix start = dense::largest_vectors(a, kDimensions);
  Vector before;  ///< <P, B> at the start
  PenaltyOptions options;
};

using Outer = PenaltyResult (*)(const Manifold&, const ConstrainedObjective&, const Vector&, Matrix,
                                const PenaltyOptions&);

TEST(PenaltyTest, BothLoopsEndFeasibleAndTheAugmentedLagrangianAtTheLimit) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    const LimitedTrace trace(seed);
    const auto& [a, b, manifold, problem, start, unconstrained, options] = trace;
    const Vector limits = 0.5 * unconstrained;
    const double bound = dual_bound(a, b, LimitedTrace::kDimensions, limits(0));
    const PenaltyResult exact = minimize_exact_penalty(manifold, problem, limits, start, options);
    const PenaltyResult refined =
        minimize_augmented_lagrangian(manifold, problem, limits, exact.point, options);
    for (const PenaltyResult& result : {exact, refined}) {
      EXPECT_TRUE(result.feasible);
      Vector constraints;
      EXPECT_EQ(problem.values(result.point, constraints, false), result.value);
      EXPECT_EQ(constraints, result.constraints);
      EXPECT_LE(constraints(0), limits(0));
      EXPECT_LE(-result.value, bound * (1 + 1e-9));
      EXPECT_LT(manifold.violation(result.point), 1e-12);
    }
    EXPECT_LE(refined.value, exact.value + 1e-12);
    EXPECT_GE(refined.constraints(0), 0.998 * limits(0));
    // With one constraint the relaxation is tight; the margin below the limit costs a little.
    EXPECT_GE(-refined.value, bound * (1 - 2e-3));
  }
}

TEST(PenaltyTest, TheExactPenaltyReturnsTheEndOfItsLastRound) {
  // Earlier rounds end feasible, too, and with a lower value where their tolerance is wide; what
  // Algorithm 1 returns is stationary for its own penalty to the last tolerance.
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const LimitedTrace trace(seed);
    const auto& [a, b, manifold, problem, start, before, options] = trace;
    const PenaltyResult found =
        minimize_exact_penalty(manifold, problem, 0.7 * before, start, options);
    ASSERT_TRUE(found.converged);
    const Matrix gradient =
        manifold.riemannian_gradient(found.point, problem.gradient(found.point, found.multipliers));
    EXPECT_LE(manifold.norm(found.point, gradient), options.last_tolerance);
  }
}

TEST(PenaltyTest, CurvatureOfAnEarlierSearchLeadsToTheSameEndInFewerSteps) {
  int with = 0, without = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    LimitedTrace trace(seed);
    auto& [a, b, manifold, problem, start, before, options] = trace;
    options.memory = 50;
    const PenaltyResult first =
        minimize_augmented_lagrangian(manifold, problem, 0.5 * before, start, options);
    ASSERT_FALSE(first.curvature.pairs.order.empty());
    options.first_penalty = first.multipliers;
    const Vector limits = 0.49 * before;
    const PenaltyResult plain =
        minimize_augmented_lagrangian(manifold, problem, limits, first.point, options);
    options.curvature = first.curvature;
    const PenaltyResult warm =
        minimize_augmented_lagrangian(manifold, problem, limits, first.point, options);
    EXPECT_TRUE(plain.feasible && warm.feasible);
    EXPECT_NEAR(warm.value, plain.value, 1e-3 * std::abs(plain.value));
    with += warm.evaluations;
    without += plain.evaluations;
  }
  EXPECT_LT(with, without);
}

TEST(PenaltyTest, ARoughLoopEndsNearTheLimitOrWhereItStalls) {
  LimitedTrace trace(1);
  auto& [a, b, manifold, problem, start, before, options] = trace;
  options.feasibility_factor = 1.2;
  const Vector limits = 0.5 * before;
  const PenaltyResult near = minimize_exact_penalty(manifold, problem, limits, start, options);
  EXPECT_TRUE(near.nearly_feasible);
  EXPECT_LE(near.constraints(0), 1.2 * limits(0));
  options.feasibility_factor = 0;
  const PenaltyResult whole = minimize_exact_penalty(manifold, problem, limits, start, options);
  EXPECT_FALSE(whole.nearly_feasible);
  EXPECT_LT(near.evaluations, whole.evaluations);

  options.feasibility_factor = 1.2;
  const Vector smallest = dense::eigenvalues(b).head(LimitedTrace::kDimensions);
  const PenaltyResult stalled = minimize_exact_penalty(
      manifold, problem, Vector::Constant(1, 0.5 * smallest.sum()), start, options);
  EXPECT_FALSE(stalled.nearly_feasible);
  EXPECT_NEAR(stalled.constraints(0), smallest.sum(), 0.1 * smallest.sum());
  EXPECT_LT(stalled.rounds, 25);  // 2^33 would be the largest penalty
}

TEST(PenaltyTest, SeveralLimitsHoldTogether) {
  const Index p = 10, d = 3;
  const Matrix a = random_moment(p, 1);
  std::vector<Matrix> limited = {random_moment(p, 2), random_moment(p, 3), random_moment(p, 4)};
  const Grassmann manifold(p, d);
  const TraceLimits problem(a, limited);
  const Matrix start = manifold.random_point(5);
  Vector before;
  problem.values(dense::largest_vectors(a, d), before, false);
  const Vector limits = 0.6 * before;
  PenaltyOptions options;
  options.first_penalty = Vector::Ones(3);
  for (const Outer outer : {Outer{minimize_exact_penalty}, Outer{minimize_augmented_lagrangian}}) {
    const PenaltyResult result = outer(manifold, problem, limits, start, options);
    EXPECT_TRUE(result.feasible);
    EXPECT_TRUE((result.constraints.array() <= limits.array()).all());
  }
}

TEST(PenaltyTest, WhatCannotBeReachedIsReportedWithTheLeastViolation) {
  const Index p = 5, d = 2;
  const Matrix b = random_moment(p, 3) + Matrix::Identity(p, p);
  const TraceLimits problem(random_moment(p, 1), {b});
  const Vector limits = Vector::Constant(1, 0.5);  // <B, P> is at least 2
  PenaltyOptions options;
  options.first_penalty = Vector::Ones(1);
  options.max_penalty = 1e4;
  const Grassmann manifold(p, d);
  for (const Outer outer : {Outer{minimize_exact_penalty}, Outer{minimize_augmented_lagrangian}}) {
    const PenaltyResult result =
        outer(manifold, problem, limits, manifold.random_point(1), options);
    EXPECT_FALSE(result.feasible);
    EXPECT_FALSE(result.converged);
    const Vector smallest = dense::eigenvalues(b).head(LimitedTrace::kDimensions);
    EXPECT_NEAR(result.constraints(0), smallest.sum(), 0.02 * smallest.sum());
  }
}

TEST(PenaltyTest, TheObserverStopsTheLoop) {
  const Grassmann manifold(6, 2);
  const TraceLimits problem(random_moment(6, 1), {random_moment(6, 2)});
  PenaltyOptions options;
  options.first_penalty = Vector::Ones(1);
  int asked = 0;
  options.observer = [&] { return ++asked > 3 ? Flow::kStop : Flow::kContinue; };
  const PenaltyResult result = minimize_exact_penalty(manifold, problem, Vector::Constant(1, 1e-3),
                                                      manifold.random_point(1), options);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.point.rows(), 6);
}

TEST(PenaltyTest, EveryInnerSolverEndsAtTheSameOptimum) {
  for (const unsigned seed : {1u, 2u}) {
    SCOPED_TRACE(seed);
    LimitedTrace trace(seed);
    trace.options.max_inner_iterations = 3000;
    const auto solve = [&](InnerSolver inner) {
      trace.options.inner_solver = inner;
      return minimize_exact_penalty(trace.manifold, trace.problem, 0.5 * trace.before, trace.start,
                                    trace.options);
    };
    const PenaltyResult usual = solve(InnerSolver::kQuasiNewton);
    ASSERT_TRUE(usual.converged);
    for (const InnerSolver inner : {InnerSolver::kConjugateGradient, InnerSolver::kTrustRegion}) {
      const PenaltyResult found = solve(inner);
      EXPECT_TRUE(found.converged);
      EXPECT_EQ(found.multipliers, usual.multipliers);
      EXPECT_NEAR(found.value + found.multipliers.dot(found.constraints),
                  usual.value + usual.multipliers.dot(usual.constraints), 1e-10);
      EXPECT_LE(trace.manifold.distance(found.point, usual.point), 1e-4);
      EXPECT_NE(found.iterations, usual.iterations) << "another solver takes other steps";
    }
  }
}

TEST(PenaltyTest, MovesOfFramesAreSeenWhereTheyCount) {
  // A frame turned within its span has not moved as a subspace.
  LimitedTrace trace(1);
  auto& [a, b, manifold, problem, start, before, options] = trace;
  const Vector limits = 0.5 * before;
  options.sees_frames = true;
  const PenaltyResult frames = minimize_exact_penalty(manifold, problem, limits, start, options);
  EXPECT_TRUE(frames.feasible);
  options.sees_frames = false;
  const PenaltyResult spans = minimize_exact_penalty(manifold, problem, limits, start, options);
  EXPECT_NEAR(frames.value, spans.value, 1e-6);
  EXPECT_GE(frames.rounds, spans.rounds);
}

TEST(PenaltyTest, RejectionsNameTheField) {
  const Grassmann manifold(6, 2);
  const TraceLimits problem(random_moment(6, 1), {random_moment(6, 2)});
  const auto rejection = [&](const PenaltyOptions& options) {
    return rejection_of([&] {
      minimize_exact_penalty(manifold, problem, Vector::Ones(1), manifold.random_point(1), options);
    });
  };
  const auto field = [&](auto&& change) {
    PenaltyOptions options;
    options.first_penalty = Vector::Ones(1);
    change(options);
    const Message message = rejection(options);
    EXPECT_EQ(message.code(), "option-value");
    return message.option();
  };
  EXPECT_EQ(rejection({}).code(), "penalty-per-constraint");
  EXPECT_EQ(rejection({}).option(), "first_penalty");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.first_penalty(0) = 0; }), "first_penalty");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.max_rounds = 0; }), "max_rounds");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.last_tolerance = 1; }), "last_tolerance");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.tolerance_factor = 1; }), "tolerance_factor");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.step_tolerance = 0; }), "step_tolerance");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.penalty_factor = 1; }), "penalty_factor");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.max_penalty = 0; }), "max_penalty");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.feasibility_factor = -1; }), "feasibility_factor");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.noise = -1; }), "noise");
  EXPECT_EQ(field([](PenaltyOptions& o) { o.rho_factor = 0; }), "rho_factor");
}

}  // namespace penalty_test
}  // namespace fairpca
