// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/optimize/descent.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/manifolds/grassmann.h"
#include "fairpca/manifolds/stiefel.h"
#include "optimize/trace_objectives.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace descent_test {

using Solver = std::function<DescentResult(const Manifold&, const Objective&, Matrix,
                                           const DescentOptions&, const DescentObserver&)>;

struct NamedSolver {
  std::string name;
  Solver solve;
};

std::vector<NamedSolver> solvers() {
  return {{"steepest descent",
           [](const auto& manifold, const auto& objective, Matrix start, const auto& options,
              const auto& observer) {
             return minimize(manifold, objective, std::move(start), options, observer);
           }},
          {"L-BFGS",
           [](const auto& manifold, const auto& objective, Matrix start, const auto& options,
              const auto& observer) {
             return minimize_lbfgs(manifold, objective, std::move(start), {.descent = options},
                                   observer);
           }},
          {"L-BFGS with Wolfe's condition",
           [](const auto& manifold, const auto& objective, Matrix start, DescentOptions options,
              const auto& observer) {
             options.curvature = 0.9;
             return minimize_lbfgs(manifold, objective, std::move(start), {.descent = options},
                                   observer);
           }},
          {"conjugate gradients",
           [](const auto& manifold, const auto& objective, Matrix start, const auto& options,
              const auto& observer) {
             return minimize_conjugate_gradient(manifold, objective, std::move(start), options,
                                                observer);
           }},
          {"trust region", [](const auto& manifold, const auto& objective, Matrix start,
                              const DescentOptions& options, const auto& observer) {
             return minimize_trust_region(manifold, objective, std::move(start),
                                          {.max_iterations = options.max_iterations,
                                           .gradient_tolerance = options.gradient_tolerance},
                                          observer);
           }}};
}

Vector ascending_eigenvalues(const Matrix& a) {
  return dense::eigenvalues(a);
}

/// Everything a result claims, recomputed at its point.
void expect_true_claims(const Manifold& manifold, const Objective& objective,
                        const DescentResult& result) {
  EXPECT_LT(manifold.violation(result.point), 1e-13);
  EXPECT_EQ(result.value, objective.value(result.point));
  const Matrix gradient =
      manifold.riemannian_gradient(result.point, objective.gradient(result.point));
  EXPECT_NEAR(result.gradient_norm, gradient.norm(), 1e-12);
  ASSERT_EQ(result.history.size(), static_cast<std::size_t>(result.iterations) + 1);
  EXPECT_EQ(result.history.back().value, result.value);
  EXPECT_EQ(result.history.back().gradient_norm, result.gradient_norm);
  EXPECT_GE(result.value_evaluations, result.iterations + 1);
  EXPECT_GE(result.gradient_evaluations, result.iterations + 1);
}

void expect_monotone(const std::vector<IterationRecord>& history) {
  for (std::size_t i = 1; i < history.size(); ++i) {
    const double rounding = 1e-15 * std::abs(history[i - 1].value);
    EXPECT_LE(history[i].value, history[i - 1].value + rounding);
    EXPECT_EQ(history[i].iteration, static_cast<int>(i));
  }
}

TEST(DescentTest, TheTraceIsMinimisedToTheSumOfTheSmallestEigenvalues) {
  for (const NamedSolver& solver : solvers()) {
    for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
      for (unsigned seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(solver.name + " " + std::to_string(seed));
        const Matrix a = random_symmetric_matrix(30, seed);
        const WeightedTrace objective(a, Vector::Ones(4));
        const Grassmann manifold(30, 4, retraction);
        const DescentResult result =
            solver.solve(manifold, objective, manifold.random_point(seed),
                         {.max_iterations = 3000, .gradient_tolerance = 1e-9}, {});
        EXPECT_TRUE(result.converged());
        EXPECT_NEAR(result.value, ascending_eigenvalues(a).head(4).sum(), 1e-12 * a.norm());
        expect_true_claims(manifold, objective, result);
        expect_monotone(result.history);
      }
    }
  }
}

TEST(DescentTest, BrocketsFunctionOrdersTheEigenvectors) {
  Vector weights(3);
  weights << 3, 2, 1;
  for (const NamedSolver& solver : solvers()) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(solver.name + " " + std::to_string(seed));
      const Matrix a = random_symmetric_matrix(12, seed);
      const WeightedTrace objective(a, weights);
      const Stiefel manifold(12, 3);
      const DescentResult result = solver.solve(manifold, objective, manifold.random_point(seed),
                                                {.max_iterations = 3000}, {});
      EXPECT_TRUE(result.converged());
      const Vector smallest = ascending_eigenvalues(a).head(3);
      EXPECT_NEAR(result.value, weights.dot(smallest), 1e-11 * a.norm());
      for (Index i = 0; i < 3; ++i) {
        const auto v = result.point.col(i);
        EXPECT_NEAR(v.dot(a * v), smallest(i), 1e-10 * a.norm());
      }
      expect_true_claims(manifold, objective, result);
      expect_monotone(result.history);
    }
  }
}

TEST(DescentTest, MemoryPaysWhereTheCurvatureVaries) {
  const Index p = 60;
  const Vector spectrum = Vector::LinSpaced(p, 0, 6).array().exp();
  const Matrix q = Stiefel(p, p).random_point(1);
  const WeightedTrace objective(q * spectrum.asDiagonal() * q.transpose(), Vector::Ones(5));
  const Grassmann manifold(p, 5);
  const Matrix start = manifold.random_point(2);
  const DescentOptions options{.max_iterations = 5000};
  const DescentResult plain = minimize(manifold, objective, start, options);
  const DescentResult memory = minimize_lbfgs(manifold, objective, start, {.descent = options});
  EXPECT_TRUE(plain.converged());
  EXPECT_TRUE(memory.converged());
  EXPECT_LT(memory.iterations, plain.iterations);
  EXPECT_NEAR(memory.value, spectrum.head(5).sum(), 1e-10);
}

TEST(DescentTest, AMemoryHandedOnSavesLearningAnew) {
  const Index p = 60;
  const Vector spectrum = Vector::LinSpaced(p, 0, 6).array().exp();
  const Matrix q = Stiefel(p, p).random_point(1);
  const Matrix a = q * spectrum.asDiagonal() * q.transpose();
  const Grassmann manifold(p, 5);
  LbfgsOptions options{.descent = {.max_iterations = 5000, .gradient_tolerance = 1e-3}};
  options.memory = 100;
  LbfgsMemory memory;
  const DescentResult rough = minimize_lbfgs(manifold, WeightedTrace(a, Vector::Ones(5)),
                                             manifold.random_point(2), options, {}, &memory);
  EXPECT_FALSE(memory.order.empty());
  EXPECT_LE(memory.order.size(), 100u);
  // Another function, but not by much.
  const WeightedTrace next(a + 1e-3 * random_symmetric_matrix(p, 3), Vector::Ones(5));
  options.descent.gradient_tolerance = 1e-6;
  const DescentResult anew = minimize_lbfgs(manifold, next, rough.point, options);
  const DescentResult handed = minimize_lbfgs(manifold, next, rough.point, options, {}, &memory);
  EXPECT_TRUE(anew.converged());
  EXPECT_TRUE(handed.converged());
  EXPECT_NEAR(handed.value, anew.value, 1e-10);
  EXPECT_LT(handed.iterations, anew.iterations);
}

TEST(DescentTest, AFullMemoryReplacesItsOldestPair) {
  const WeightedTrace objective(random_symmetric_matrix(30, 4), Vector::Ones(3));
  const Grassmann manifold(30, 3);
  LbfgsMemory memory;
  LbfgsOptions options;
  options.memory = 4;
  const DescentResult found =
      minimize_lbfgs(manifold, objective, manifold.random_point(1), options, {}, &memory);
  EXPECT_TRUE(found.converged());
  EXPECT_GT(found.iterations, 8);
  EXPECT_EQ(memory.curvature.size(), 4u);
  for (const Index slot : memory.order) {
    const Matrix step = memory.steps.middleCols(3 * slot, 3);
    const Matrix change = memory.changes.middleCols(3 * slot, 3);
    EXPECT_LT((found.point.transpose() * step).norm(), 1e-12);  // tangent where the run ended
    EXPECT_GT(step.cwiseProduct(change).sum(), 0);
  }
}

/// pymanopt 2.2.1 on diag(1..20) + cos(i + j) / 2, d = 4, |grad| <= 1e-6 from the frame below, its
/// solvers' defaults otherwise, no randomness: as printed by `python experiments/pymanopt_runs.py`.
struct PymanoptRun {
  const char* problem;
  double value;
  int conjugate_gradient, trust_region;
};
constexpr PymanoptRun kPymanopt[] = {{"Rayleigh", 9.210473869122481, 60, 10},
                                     {"Brockett", 17.475416046778708, 219, 13}};

TEST(DescentTest, ReachesPymanoptsValuesInAboutAsManyIterations) {
  const Index p = 20, d = 4;
  Matrix a(p, p), start(p, d);
  for (Index i = 0; i < p; ++i) {
    for (Index j = 0; j < p; ++j) {
      a(i, j) = (i == j ? 1.0 + static_cast<double>(i) : 0.0) +
                0.5 * std::cos(static_cast<double>(i + j));
    }
    for (Index j = 0; j < d; ++j) {
      start(i, j) = std::sin(1.0 + static_cast<double>((i + 1) * (j + 1)));
    }
  }
  start = qr_factor(start);
  const Grassmann grassmann(p, d);
  const Stiefel stiefel(p, d);
  for (const PymanoptRun& rival : kPymanopt) {
    SCOPED_TRACE(rival.problem);
    const bool brockett = rival.problem[0] == 'B';
    const Vector weights = brockett ? Vector(Vector::LinSpaced(d, 4, 1)) : Vector::Ones(d);
    const WeightedTrace objective(a, weights);
    const Manifold& manifold = brockett ? static_cast<const Manifold&>(stiefel) : grassmann;
    const DescentOptions options{
        .max_iterations = 5000, .gradient_tolerance = 1e-6, .absolute_tolerance = true};
    const DescentResult cg = minimize_conjugate_gradient(manifold, objective, start, options);
    const DescentResult bfgs = minimize_lbfgs(manifold, objective, start, {.descent = options});
    const DescentResult region =
        minimize_trust_region(manifold, objective, start, {.gradient_tolerance = 1e-8});
    for (const DescentResult& result : {cg, bfgs, region}) {
      EXPECT_TRUE(result.converged());
      EXPECT_NEAR(result.value, rival.value, 1e-11);
    }
    // Its rule is Hestenes and Stiefel's; ours takes 232 iterations on Brockett's function.
    EXPECT_LE(cg.iterations, 1.1 * rival.conjugate_gradient);
    EXPECT_LE(bfgs.iterations, rival.conjugate_gradient);
    EXPECT_LE(region.iterations, rival.trust_region + 2);
  }
}

TEST(DescentTest, AMinimumIsLeftWhereItIs) {
  const Matrix a = Vector::LinSpaced(6, 1, 6).asDiagonal();
  const WeightedTrace objective(a, Vector::Ones(2));
  const DescentResult result = minimize(Grassmann(6, 2), objective, Matrix::Identity(6, 2));
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.point, Matrix::Identity(6, 2));
}

TEST(DescentTest, MaxIterationsEndsTheRunAndSaysSo) {
  const WeightedTrace objective(random_symmetric_matrix(40, 1), Vector::Ones(3));
  const Grassmann manifold(40, 3);
  for (const NamedSolver& solver : solvers()) {
    for (const int limit : {0, 5}) {
      const DescentResult result = solver.solve(manifold, objective, manifold.random_point(1),
                                                {.max_iterations = limit}, {});
      EXPECT_EQ(result.termination, Termination::kMaxIterations);
      EXPECT_EQ(result.iterations, limit);
      expect_true_claims(manifold, objective, result);
    }
  }
}

TEST(DescentTest, TheObserverSeesEveryIterateAndCanStop) {
  const WeightedTrace objective(random_symmetric_matrix(40, 1), Vector::Ones(3));
  const Grassmann manifold(40, 3);
  for (const NamedSolver& solver : solvers()) {
    std::vector<int> seen;
    const DescentResult result = solver.solve(
        manifold, objective, manifold.random_point(1), {}, [&](const IterationRecord& record) {
          seen.push_back(record.iteration);
          return record.iteration == 3 ? Flow::kStop : Flow::kContinue;
        });
    EXPECT_EQ(result.termination, Termination::kStopped);
    EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2, 3));
    expect_true_claims(manifold, objective, result);
  }
}

/// A function given by lambdas.
class Custom final : public Objective {
 public:
  Custom(std::function<double(const Matrix&)> value, std::function<Matrix(const Matrix&)> gradient)
      : value_(std::move(value)), gradient_(std::move(gradient)) {}
  double value(const Matrix& v) const override { return value_(v); }
  Matrix gradient(const Matrix& v) const override { return gradient_(v); }

 private:
  std::function<double(const Matrix&)> value_;
  std::function<Matrix(const Matrix&)> gradient_;
};

TEST(DescentTest, AGradientThatPointsTheWrongWayEndsWithoutDescent) {
  const WeightedTrace right(random_symmetric_matrix(10, 1), Vector::Ones(2));
  const Custom wrong([&](const Matrix& v) { return right.value(v); },
                     [&](const Matrix& v) -> Matrix { return -right.gradient(v); });
  const Grassmann manifold(10, 2);
  for (const NamedSolver& solver : solvers()) {
    const Matrix start = manifold.random_point(1);
    const DescentResult result = solver.solve(manifold, wrong, start, {}, {});
    EXPECT_EQ(result.termination, Termination::kNoDescent);
    EXPECT_EQ(result.point, start);
  }
}

TEST(DescentTest, StepsIntoUndefinedRegionsAreShortened) {
  // -log v_1 on the circle, not a number for v_1 <= 0; minimum at (1, 0).
  const Custom barrier(
      [](const Matrix& v) { return -std::log(v(0, 0)); },
      [](const Matrix& v) -> Matrix { return (Matrix(2, 1) << -1 / v(0, 0), 0).finished(); });
  Matrix start(2, 1);
  start << 1e-3, -std::sqrt(1 - 1e-6);
  for (const NamedSolver& solver : solvers()) {
    SCOPED_TRACE(solver.name);
    const DescentResult result = solver.solve(Stiefel(2, 1), barrier, start, {}, {});
    EXPECT_TRUE(result.converged());
    EXPECT_NEAR(result.point(0, 0), 1, 1e-8);
  }
}

TEST(DescentTest, AStartWithoutAFiniteValueIsReported) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Custom undefined([&](const Matrix&) { return nan; },
                         [](const Matrix& v) -> Matrix { return v; });
  const DescentResult result = minimize(Stiefel(3, 1), undefined, Matrix::Identity(3, 1));
  EXPECT_EQ(result.termination, Termination::kNotFinite);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_TRUE(std::isnan(result.value));
}

TEST(DescentTest, RejectionsNameTheFieldAndItsValue) {
  const Stiefel manifold(4, 2);
  const WeightedTrace objective(Matrix::Identity(4, 4), Vector::Ones(2));
  const Matrix start = Matrix::Identity(4, 2);
  const auto field_of = [](const Message& message) {
    EXPECT_EQ(message.code(), "option-value");
    return message.option() + " = " + message.argument("value");
  };
  const auto with = [&](const DescentOptions& options) {
    return field_of(rejection_of([&] { minimize(manifold, objective, start, options); }));
  };
  const auto with_memory = [&](const LbfgsOptions& options) {
    return field_of(rejection_of([&] { minimize_lbfgs(manifold, objective, start, options); }));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(with({.max_iterations = -1}), "max_iterations = -1");
  EXPECT_EQ(with({.gradient_tolerance = nan}), "gradient_tolerance = nan");
  EXPECT_EQ(with({.gradient_tolerance = -1}), "gradient_tolerance = -1");
  EXPECT_EQ(with({.sufficient_decrease = 0.5}), "sufficient_decrease = 0.5");
  EXPECT_EQ(with({.max_backtracks = -2}), "max_backtracks = -2");
  EXPECT_EQ(with({.curvature = 1e-5}), "curvature = 1e-05");
  EXPECT_EQ(with({.value_noise = -1}), "value_noise = -1");
  EXPECT_EQ(field_of(rejection_of(
                [&] { minimize_trust_region(manifold, objective, start, {.accepted = 0.5}); })),
            "accepted = 0.5");
  EXPECT_EQ(with_memory({.memory = 0}), "memory = 0");
  EXPECT_EQ(with_memory({.caution = -1}), "caution = -1");
}

TEST(DescentTest, AStartThatIsNoPointOfTheManifoldIsRejected) {
  const Stiefel manifold(4, 2);
  const WeightedTrace objective(Matrix::Identity(4, 4), Vector::Ones(2));
  const Matrix start = Matrix::Identity(4, 2);
  const auto rejection = [&](const Matrix& from) {
    return rejection_of([&] { minimize(manifold, objective, from); });
  };
  const Message wide = rejection(Matrix::Identity(4, 3));
  EXPECT_EQ(wide.code(), "start-size");
  EXPECT_EQ(wide.argument("columns"), "2");
  EXPECT_EQ(wide.argument("given_columns"), "3");
  const Message off = rejection(2 * start);
  EXPECT_EQ(off.code(), "start-off-the-manifold");
  EXPECT_NEAR(std::stod(off.argument("violation")), 3 * std::sqrt(2.0), 1e-12);
  EXPECT_EQ(rejection(std::numeric_limits<double>::quiet_NaN() * start).argument("violation"),
            "nan");
}

}  // namespace descent_test
}  // namespace fairpca
