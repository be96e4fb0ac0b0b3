// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/quadratic_program.h"
#include "text/rejection_of.h"

#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"

namespace fairpca {
namespace quadratic_program_test {

using testing::ThrowsMessage;

Matrix random_matrix(Index rows, Index cols, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

/// Strictly convex, with a feasible point by construction.
QuadraticProgram random_program(Index n, Index rows, Index equalities, std::mt19937_64& engine) {
  QuadraticProgram program;
  const Matrix root = random_matrix(n, n, engine);
  program.hessian = root * root.transpose() + 0.1 * Matrix::Identity(n, n);
  program.gradient = 3 * random_matrix(n, 1, engine);
  program.constraints = random_matrix(rows, n, engine);
  const Vector feasible = random_matrix(n, 1, engine);
  program.bounds = program.constraints.lazyProduct(feasible);
  program.bounds.tail(rows - equalities) -= random_matrix(rows - equalities, 1, engine).cwiseAbs();
  program.equalities = equalities;
  return program;
}

/// Largest violation of the optimality conditions, recomputed from the program.
double kkt_residual(const QuadraticProgram& program, const QuadraticSolution& solution) {
  const Vector slack = program.constraints.lazyProduct(solution.x) - program.bounds;
  const Index inequalities = program.bounds.size() - program.equalities;
  double worst = (program.hessian * solution.x + program.gradient -
                  program.constraints.transpose().lazyProduct(solution.multipliers))
                     .cwiseAbs()
                     .maxCoeff();
  if (program.equalities > 0) {
    worst = std::max(worst, slack.head(program.equalities).cwiseAbs().maxCoeff());
  }
  if (inequalities > 0) {
    const Vector duals = solution.multipliers.tail(inequalities);
    worst = std::max({worst, -slack.tail(inequalities).minCoeff(), -duals.minCoeff(),
                      duals.cwiseProduct(slack.tail(inequalities)).cwiseAbs().maxCoeff()});
  }
  return worst;
}

/// Smallest value over all choices of active inequalities whose stationary point is feasible.
double brute_force_value(const QuadraticProgram& program) {
  const Index n = program.gradient.size(), rows = program.bounds.size();
  const Index inequalities = rows - program.equalities;
  double best = std::numeric_limits<double>::infinity();
  for (int subset = 0; subset < (1 << inequalities); ++subset) {
    std::vector<Index> active;
    for (Index row = 0; row < program.equalities; ++row) active.push_back(row);
    for (Index j = 0; j < inequalities; ++j) {
      if ((subset >> j) & 1) active.push_back(program.equalities + j);
    }
    const auto count = static_cast<Index>(active.size());
    if (count > n) continue;
    Matrix kkt = Matrix::Zero(n + count, n + count);
    Vector right(n + count);
    kkt.topLeftCorner(n, n) = program.hessian;
    right.head(n) = -program.gradient;
    for (Index j = 0; j < count; ++j) {
      kkt.block(0, n + j, n, 1) = program.constraints.row(active[j]).transpose();
      kkt.block(n + j, 0, 1, n) = program.constraints.row(active[j]);
      right(n + j) = program.bounds(active[j]);
    }
    const Vector x = dense::solve_anyhow(kkt, right).head(n);
    const Vector slack = program.constraints.lazyProduct(x) - program.bounds;
    if (slack.head(program.equalities).cwiseAbs().sum() > 1e-8) continue;
    if (inequalities > 0 && slack.tail(inequalities).minCoeff() < -1e-8) continue;
    best = std::min(best, 0.5 * x.dot(program.hessian * x) + program.gradient.dot(x));
  }
  return best;
}

TEST(QuadraticProgramTest, OptimalityConditionsHoldAtTheSolutionOfRandomPrograms) {
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const Index n = 1 + trial % 12, equalities = trial % std::min<Index>(n, 4);
    const Index rows = equalities + trial % 40;
    const QuadraticProgram program = random_program(n, rows, equalities, engine);
    const QuadraticSolution solution = solve_quadratic_program(program);
    ASSERT_EQ(solution.status, QuadraticStatus::kOptimal);
    EXPECT_LT(kkt_residual(program, solution), 1e-8 * (1 + solution.multipliers.cwiseAbs().sum()));
  }
}

TEST(QuadraticProgramTest, ValueIsTheBestOverAllChoicesOfActiveConstraints) {
  std::mt19937_64 engine(4);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Index n = 2 + trial % 3, equalities = trial % 2;
    const QuadraticProgram program = random_program(n, equalities + 7, equalities, engine);
    const double expected = brute_force_value(program);
    EXPECT_NEAR(solve_quadratic_program(program).value, expected, 1e-8 * (1 + std::abs(expected)));
  }
}

TEST(QuadraticProgramTest, ProjectionOnTheSimplexShiftsAndClips) {
  std::mt19937_64 engine(5);
  for (Index n : {1, 2, 5, 16}) {
    SCOPED_TRACE(n);
    const Vector point = random_matrix(n, 1, engine);
    QuadraticProgram program{.hessian = Matrix::Identity(n, n),
                             .gradient = -point,
                             .constraints = Matrix(n + 1, n),
                             .bounds = Vector::Zero(n + 1),
                             .equalities = 1};
    program.constraints << Matrix::Ones(1, n), Matrix::Identity(n, n);
    program.bounds(0) = 1;
    const Vector x = solve_quadratic_program(program).x;
    EXPECT_NEAR(x.sum(), 1, 1e-13);
    EXPECT_GE(x.minCoeff(), -1e-13);
    Index support = 0;
    x.maxCoeff(&support);
    const double level = point(support) - x(support);
    for (Index i = 0; i < n; ++i) EXPECT_NEAR(x(i), std::max(point(i) - level, 0.0), 1e-12);
  }
}

TEST(QuadraticProgramTest, InfeasibleConstraintsComeWithARayThatProvesIt) {
  std::mt19937_64 engine(6);
  int infeasible = 0;
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    const Index n = 1 + trial % 5, equalities = trial % 2;
    QuadraticProgram program = random_program(n, equalities + 12, equalities, engine);
    program.bounds += 2.5 * random_matrix(equalities + 12, 1, engine);
    const QuadraticSolution solution = solve_quadratic_program(program);
    ASSERT_NE(solution.status, QuadraticStatus::kMaxIterations);
    if (solution.status == QuadraticStatus::kOptimal) {
      EXPECT_LT(kkt_residual(program, solution),
                1e-7 * (1 + solution.multipliers.cwiseAbs().sum()));
      continue;
    }
    ++infeasible;
    const Vector& ray = solution.infeasibility_ray;
    EXPECT_GE(ray.tail(12).minCoeff(), -1e-10 * ray.cwiseAbs().maxCoeff());
    EXPECT_LT((program.constraints.transpose() * ray).norm(), 1e-9 * ray.norm());
    EXPECT_GT(program.bounds.dot(ray), 0);
  }
  EXPECT_GT(infeasible, 20);
  EXPECT_LT(infeasible, 180);
}

TEST(QuadraticProgramTest, RepeatedAndRedundantConstraintsDoNoHarm) {
  std::mt19937_64 engine(7);
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const QuadraticProgram once = random_program(4, 8, 2, engine);
    QuadraticProgram twice = once;
    twice.constraints.resize(18, 4);
    twice.constraints << once.constraints.topRows(2), once.constraints.topRows(2),
        once.constraints.bottomRows(6), once.constraints.bottomRows(6), Matrix::Zero(2, 4);
    twice.bounds.resize(18);
    twice.bounds << once.bounds.head(2), once.bounds.head(2), once.bounds.tail(6),
        once.bounds.tail(6), -Vector::Ones(2);
    twice.equalities = 4;
    const QuadraticSolution a = solve_quadratic_program(once);
    const QuadraticSolution b = solve_quadratic_program(twice);
    ASSERT_EQ(b.status, QuadraticStatus::kOptimal);
    EXPECT_LT((a.x - b.x).norm(), 1e-8 * (1 + a.x.norm()));
  }
}

TEST(QuadraticProgramTest, WrongInputIsRejected) {
  QuadraticProgram program{.hessian = Matrix::Identity(2, 2),
                           .gradient = Vector::Zero(2),
                           .constraints = Matrix::Identity(1, 2),
                           .bounds = Vector::Zero(2)};
  const auto code = [&] {
    return std::string(rejection_of([&] { solve_quadratic_program(program); }).code());
  };
  EXPECT_EQ(code(), "quadratic-program-sizes");
  program.bounds = Vector::Constant(1, std::nan(""));
  EXPECT_EQ(code(), "quadratic-program-not-finite");
  program.bounds = Vector::Zero(1);
  program.hessian(1, 1) = -1;
  EXPECT_EQ(code(), "hessian-not-definite");
}

}  // namespace quadratic_program_test
}  // namespace fairpca
