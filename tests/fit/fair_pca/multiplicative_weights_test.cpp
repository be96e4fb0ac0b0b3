// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/multiplicative_weights.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/data_sets.h"
#include "fit/fair_pca/linear_rounding.h"
#include "fit/number_of.h"
#include "optimize/matrix_families.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace multiplicative_weights_test {

FairPcaOptions weights_options(int rounds, double eta, WeightsIterate iterate) {
  FairPcaOptions options;
  options.solver = FairPcaSolver::kMultiplicativeWeights;
  options.max_iterations = rounds;
  options.eta = eta;
  options.iterate = iterate;
  return options;
}

ProjectionSolution solve(const std::vector<Matrix>& family, Index d,
                         const FairPcaOptions& options) {
  SpectralSolver spectral;
  return solve_fair_pca(refs(family), d, options, spectral);
}

/// The weights before round t, from the definition, by Eigen's solver.
Vector weights_by_hand(const std::vector<Matrix>& family, Index d, double eta, int rounds) {
  const auto groups = static_cast<Index>(family.size());
  const Vector sums = top_sums(family, d);
  Vector weights = Vector::Constant(groups, 1.0 / static_cast<double>(groups));
  for (int round = 0; round < rounds; ++round) {
    const Matrix frame = dense::largest_vectors(weighted_sum(family, weights), d);
    const Vector losses = sums - inner_products(family, frame * frame.transpose());
    weights = weights.array() * (eta * losses.array()).exp();
    weights /= weights.sum();
  }
  return weights;
}

TEST(MultiplicativeWeightsTest, TheLastIterateIsTheProjectionAtTheUpdatedWeights) {
  const std::vector<Matrix> family = smooth_family(10, 4, 1);
  for (const int rounds : {1, 2, 7}) {
    SCOPED_TRACE(rounds);
    const ProjectionSolution last =
        solve(family, 3, weights_options(rounds, 0.3, WeightsIterate::kLast));
    const Vector weights = weights_by_hand(family, 3, 0.3, rounds - 1);
    const Matrix frame = dense::largest_vectors(weighted_sum(family, weights), 3);
    EXPECT_LT((last.components * last.components.transpose() - frame * frame.transpose()).norm(),
              1e-9);
    EXPECT_EQ(last.iterations, rounds);
  }
}

TEST(MultiplicativeWeightsTest, ManyRoundsApproachTheOptimumFromAboveAndTheBoundFromBelow) {
  for (int trial = 0; trial < 6; ++trial) {
    SCOPED_TRACE(trial);
    const Index groups = 2 + trial % 4;
    const std::vector<Matrix> family = smooth_family(12, groups, 20 + trial);
    const ProjectionSolution exact =
        solve(family, 2, {.extra_dimensions = ExtraDimensions::kAllow, .tolerance = 1e-9});
    for (const WeightsIterate iterate :
         {WeightsIterate::kBest, WeightsIterate::kAverage, WeightsIterate::kLast}) {
      FairPcaOptions options = weights_options(400, 1.0, iterate);
      options.extra_dimensions = ExtraDimensions::kAllow;
      const ProjectionSolution fair = solve(family, 2, options);
      EXPECT_LE(fair.bound, exact.objective + 1e-10);
      EXPECT_GE(fair.objective, exact.bound - 1e-10);
      // The last iterate is a projection on d dimensions, which need not come near the optimum.
      if (iterate != WeightsIterate::kLast) {
        EXPECT_LT(fair.objective, 1.1 * exact.objective);
      }
      EXPECT_GT(fair.bound, 0.9 * exact.objective);
      EXPECT_TRUE(fair.certified);
      EXPECT_LE(fair.components.cols(), 2 + groups - 1);
    }
  }
}

TEST(MultiplicativeWeightsTest, TheAverageIsNoWorseThanTheMeanOfFewAndOfManyRounds) {
  const std::vector<Matrix> family = smooth_family(40, 3, 5);
  const Index d = 2;
  const Vector sums = top_sums(family, d);
  for (const int rounds : {1, 3, 30}) {  // 2, 6 and 60 directions of 40
    SCOPED_TRACE(rounds);
    Matrix mean = Matrix::Zero(40, 40);
    for (int round = 0; round < rounds; ++round) {
      const Vector weights = weights_by_hand(family, d, 0.3, round);
      const Matrix frame = dense::largest_vectors(weighted_sum(family, weights), d);
      mean += frame * frame.transpose() / rounds;
    }
    const double wanted = (sums - inner_products(family, mean)).maxCoeff();
    FairPcaOptions options = weights_options(rounds, 0.3, WeightsIterate::kAverage);
    options.extra_dimensions = ExtraDimensions::kAllow;
    const ProjectionSolution average = solve(family, d, options);
    EXPECT_LE(average.objective, wanted + 1e-9 * std::abs(wanted));
    EXPECT_GE(average.objective, average.bound - 1e-10);
  }
}

TEST(MultiplicativeWeightsTest, TheBestIterateIsTheBetterOfAverageAndLast) {
  for (int trial = 0; trial < 6; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = commuting_family(9, 3, trial);
    double values[3];
    int at = 0;
    for (const WeightsIterate iterate :
         {WeightsIterate::kBest, WeightsIterate::kAverage, WeightsIterate::kLast}) {
      FairPcaOptions options = weights_options(30, 0.5, iterate);
      options.extra_dimensions = ExtraDimensions::kAllow;
      values[at++] = solve(family, 3, options).objective;
    }
    EXPECT_NEAR(values[0], std::min(values[1], values[2]), 1e-12);
  }
}

TEST(MultiplicativeWeightsTest, ForbiddenExtraDimensionsGiveExactlyD) {
  const std::vector<Matrix> family = commuting_family(9, 3, 1);
  const ProjectionSolution fair =
      solve(family, 3, weights_options(30, 0.5, WeightsIterate::kAverage));
  EXPECT_EQ(fair.components.cols(), 3);
  EXPECT_EQ(fair.weights.size(), 0);
}

TEST(MultiplicativeWeightsTest, TheFittedStepDoesNotDependOnTheUnits) {
  std::vector<Matrix> family = smooth_family(10, 2, 3);
  const ProjectionSolution small = solve(family, 2, weights_options(500, 0, WeightsIterate::kBest));
  EXPECT_EQ(small.status, Status::kOptimal);
  EXPECT_LE(small.objective - small.bound, 1e-3 * small.objective);
  for (Matrix& matrix : family) matrix *= 1024;
  const ProjectionSolution large = solve(family, 2, weights_options(500, 0, WeightsIterate::kBest));
  EXPECT_EQ(large.iterations, small.iterations);
  EXPECT_NEAR(large.objective, 1024 * small.objective, 1e-8 * large.objective);
}

TEST(MultiplicativeWeightsTest, StepAndRoundsOfTheTheoremReachTheAccuracyAskedFor) {
  for (const Index groups : {2, 3}) {
    for (const bool of_errors : {false, true}) {
      const std::vector<Matrix> family = smooth_family(6, groups, 40);
      FairPcaOptions options;
      options.criterion = of_errors ? FairPcaCriterion::kError : FairPcaCriterion::kLoss;
      options.extra_dimensions = ExtraDimensions::kAllow;
      options.tolerance = 1e-9;
      const ProjectionSolution exact = solve(family, 2, options);
      double rho = 0;
      for (const Matrix& matrix : family) {
        rho = std::max(rho, of_errors ? matrix.trace() : top_sum(matrix, 2));
      }
      options.solver = FairPcaSolver::kMultiplicativeWeights;
      options.accuracy = rho / 8;
      const ProjectionSolution found = solve(family, 2, options);
      const double logarithm = std::log(static_cast<double>(groups));
      EXPECT_EQ(found.iterations, std::ceil(32 * 64 * logarithm));
      EXPECT_NEAR(number_of(found, "step"), options.accuracy / (8 * rho * rho), 1e-12);
      EXPECT_LE(number_of(found, "average_objective"), exact.objective + options.accuracy);
      EXPECT_GE(number_of(found, "average_objective"), exact.bound - 1e-10);
      EXPECT_TRUE(found.converged());
    }
  }
}

TEST(MultiplicativeWeightsTest, AnAccuracyThatTakesTooManyRoundsIsRejectedWithTheWayOut) {
  const std::vector<Matrix> family = smooth_family(6, 2, 40);
  FairPcaOptions options;
  options.solver = FairPcaSolver::kMultiplicativeWeights;
  options.accuracy = 1e-5 * family.front().trace();
  const Message tiny = rejection_of([&] { solve(family, 2, options); });
  EXPECT_EQ(tiny.code(), "accuracy-takes-too-long");
  EXPECT_EQ(tiny.option(), "accuracy");
  options.accuracy = 1;
  options.eta = 1;
  EXPECT_EQ(rejection_of([&] { solve(family, 2, options); }).code(), "option-exclusive");
  options.eta = 0;
  options.iterate = WeightsIterate::kLast;
  EXPECT_EQ(rejection_of([&] { solve(family, 2, options); }).code(), "accuracy-of-the-last");
}

TEST(LinearRoundingTest, AnExtremeSolutionIsOptimalForTheFixedEigenvectors) {
  for (int trial = 0; trial < 30; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 engine(trial);
    const Index p = 6 + trial % 9, groups = 2 + trial % 5, d = 1 + trial % 4;
    const std::vector<Matrix> family = smooth_family(p, groups, trial);
    const FantopeProblem problem{.matrices = refs(family), .d = d, .offsets = top_sums(family, d)};
    Matrix factor(p, 4 * d);
    for (Index i = 0; i < 4; ++i) {
      factor.middleCols(i * d, d) = 0.5 * random_orthogonal(p, engine).leftCols(d);
    }
    const FantopePoint point = fantope_point(factor, d);
    const FantopePoint rounded = round_by_linear_program(problem, point);
    EXPECT_LE((rounded.weights.array() < 1).count(), groups);
    EXPECT_LE(rounded.rank(), d + groups - 1);
    EXPECT_NEAR(rounded.weights.sum(), static_cast<double>(d), 1e-10);
    const double before = problem.value(captured(problem.matrices, point));
    const double after = problem.value(captured(problem.matrices, rounded));
    EXPECT_LE(after, before + 1e-9);
    // Each direction of the result is one of the given eigenvectors.
    const Matrix overlaps = (point.basis.transpose() * rounded.basis).cwiseAbs();
    EXPECT_LT((overlaps.colwise().maxCoeff().array() - 1).abs().maxCoeff(), 1e-8);
    // No exchange of weight between two eigenvectors improves the value.
    const Vector weights = overlaps.cwiseAbs2() * rounded.weights;
    for (Index i = 0; i < point.rank(); ++i) {
      for (Index j = 0; j < point.rank(); ++j) {
        const double step = std::min({1e-3, 1 - weights(i), weights(j)});
        if (i == j || !(step > 1e-6)) continue;
        FantopePoint moved = point;
        moved.weights = weights;
        moved.weights(i) += step;
        moved.weights(j) -= step;
        EXPECT_GE(problem.value(captured(problem.matrices, moved)), after - 1e-8);
      }
    }
  }
}

/// Max group loss of the authors' code after T = 10 rounds with eta = 1 on the credit data, group
/// centred, for the dimensions where it returned its last iterate.
TEST(MultiplicativeWeightsDataTest, TenRoundsOnCreditGiveTheLossesOfTheAuthorsCode) {
  const std::filesystem::path path = data_set("rfpca/default_credit.csv.gz");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there: set FAIRPCA_DATA";
  const PreparedMoments moments = prepared(moments_of_file(path, {.protected_columns = {"group"}}),
                                           {.standardize = true, .center = Center::kGroup});
  const std::vector<std::pair<Index, double>> published = {
      {1, 0.034760}, {2, 0.022829}, {3, 0.208317},  {4, 0.088222},  {5, 0.055131},  {6, 0.125121},
      {7, 0.229788}, {8, 0.313851}, {12, 0.121685}, {13, 0.015157}, {14, 0.010708}, {18, 0.001587}};
  for (const auto& [d, loss] : published) {
    SCOPED_TRACE(d);
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_fair_pca(
        second_moments(moments), d, weights_options(10, 1, WeightsIterate::kLast), spectral);
    EXPECT_NEAR(fair.objective, loss, 2e-4 * loss + 1e-6);
  }
}

TEST(MultiplicativeWeightsDataTest, TheDefaultsReachTheirToleranceOnCreditAndAdult) {
  const auto expect_solved = [](const PreparedMoments& moments, Index d) {
    SCOPED_TRACE(d);
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_fair_pca(
        second_moments(moments), d, {.solver = FairPcaSolver::kMultiplicativeWeights}, spectral);
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_TRUE(fair.certified);
    double scale = 0;  // losses are differences of sums of this size
    for (const GroupStatistics& group : moments.groups) {
      scale = std::max(scale, group.second_moment.trace());
    }
    EXPECT_LE(fair.objective - fair.bound, std::max(1e-3 * fair.objective, 1e-12 * scale));
    EXPECT_LE(fair.iterations, 400);
  };
  const std::filesystem::path credit = data_set("rfpca/default_credit.csv.gz");
  const std::filesystem::path adult = data_set("frmppca/adult.csv.gz");
  if (!std::filesystem::exists(credit)) GTEST_SKIP() << credit << " is not there: set FAIRPCA_DATA";
  const PreparedMoments people =
      prepared(moments_of_file(credit, {.protected_columns = {"group"}}), {.standardize = true});
  for (const Index d : {1, 3, 9, 10, 15, 20}) expect_solved(people, d);
  if (!std::filesystem::exists(adult)) GTEST_SKIP() << adult << " is not there: set FAIRPCA_DATA";
  const GroupMoments moments =
      moments_of_file(adult, {.protected_columns = {"sex"}, .dropped = {"income"}});
  for (const bool standardize : {true, false}) {
    for (const Index d : {1, 3, 5})
      expect_solved(prepared(moments, {.standardize = standardize}), d);
  }
}

}  // namespace multiplicative_weights_test
}  // namespace fairpca
