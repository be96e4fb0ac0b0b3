// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/coordinate_classifier.h"
#include "measure/linear_classifier.h"
#include "measure/rbf_classifier.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

/// Rows of several classes whose means differ; class k has about k + 1 times the rows of class 0.
struct ClassRows {
  RowMatrix rows;
  std::vector<std::int32_t> classes;
  std::vector<bool> positive;  ///< class 1

  ClassRows(Index n, Index d, int count, unsigned seed) : rows(n, d) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    for (double& entry : rows.reshaped()) entry = normal(engine);
    for (Index i = 0; i < n; ++i) {
      int k = static_cast<int>(i) % (count * (count + 1) / 2);
      int drawn = 0;
      while (k > drawn) k -= ++drawn;
      classes.push_back(drawn % count);
      positive.push_back(classes.back() == 1);
      rows(i, classes.back() % d) += 1.0;
    }
  }
};

/// Gradient of |w|^2 / 2 + C sum c_i loss_i, written out row by row.
Vector gradient_at(const ClassRows& data, const LinearScore& at, const LinearOptions& options) {
  const Index d = data.rows.cols();
  const auto n = static_cast<double>(data.rows.rows());
  const auto positives =
      static_cast<double>(std::count(data.positive.begin(), data.positive.end(), true));
  Vector gradient(d + 1);
  gradient << at.weights, 0;
  const Vector scores = at.of(data.rows);
  for (Index i = 0; i < scores.size(); ++i) {
    const bool is_positive = data.positive[static_cast<std::size_t>(i)];
    const double y = is_positive ? 1 : -1, margin = y * scores(i);
    const double weight =
        options.balanced ? n / (2 * (is_positive ? positives : n - positives)) : 1;
    const double slope = options.loss == LinearLoss::kLogistic ? -1 / (1 + std::exp(margin))
                                                               : -2 * std::max(0.0, 1 - margin);
    gradient.head(d) += options.cost * weight * y * slope * data.rows.row(i).transpose();
    gradient(d) += options.cost * weight * y * slope;
  }
  return gradient;
}

TEST(LinearClassifierTest, HasNoSlopeWhereItEnds) {
  for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kSquaredHinge}) {
    for (const bool balanced : {false, true}) {
      for (const double cost : {0.01, 1.0, 100.0}) {
        SCOPED_TRACE(cost);
        const ClassRows data(300, 4, 2, 7);
        const LinearOptions options{.loss = loss, .cost = cost, .balanced = balanced};
        const LinearScore found = fit_linear_classifier(data.rows, data.positive, options);
        EXPECT_TRUE(found.converged);
        const LinearScore none{Vector::Zero(4), 0};
        EXPECT_LT(gradient_at(data, found, options).norm(),
                  1e-9 * std::max(1.0, gradient_at(data, none, options).norm()));
      }
    }
  }
}

TEST(LinearClassifierTest, MovesItsInterceptAloneWhenRowsAreShifted) {
  ClassRows data(200, 3, 2, 3);
  for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kSquaredHinge}) {
    const LinearScore before = fit_linear_classifier(data.rows, data.positive, {.loss = loss});
    RowMatrix shifted = data.rows;
    shifted.rowwise() += Eigen::RowVector3d(50, -20, 5);
    const LinearScore after = fit_linear_classifier(shifted, data.positive, {.loss = loss});
    EXPECT_LT((after.weights - before.weights).norm(), 1e-7);
    EXPECT_LT((after.of(shifted) - before.of(data.rows)).norm(), 1e-6);
  }
}

TEST(LinearClassifierTest, SeparatesRowsThatCanBeSeparated) {
  ClassRows data(100, 2, 2, 5);
  for (Index i = 0; i < 100; ++i) {
    if (data.positive[static_cast<std::size_t>(i)]) data.rows.row(i).array() += 20;
  }
  for (const LinearLoss loss : {LinearLoss::kLogistic, LinearLoss::kSquaredHinge}) {
    const LinearScore found =
        fit_linear_classifier(data.rows, data.positive, {.loss = loss, .cost = 1e4});
    EXPECT_TRUE(found.converged);
    const Vector scores = found.of(data.rows);
    for (Index i = 0; i < 100; ++i) {
      EXPECT_EQ(scores(i) > 0, data.positive[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(LinearClassifierTest, RejectsWhatItCannotFit) {
  ClassRows data(30, 2, 2, 5);
  const auto rejection = [&](const LinearOptions& options) {
    return rejection_of([&] { fit_linear_classifier(data.rows, data.positive, options); });
  };
  EXPECT_EQ(rejection({.cost = 0}).option(), "cost");
  EXPECT_EQ(rejection({.tolerance = -1}).option(), "tolerance");
  EXPECT_EQ(rejection({.max_iterations = -1}).option(), "max_iterations");
  data.rows(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(rejection({}).code(), "number-not-finite");
  EXPECT_EQ(rejection({}).place(), (Place{.row = 4, .column = "2"}));
  data.rows(3, 1) = 0;
  data.positive.assign(30, true);
  EXPECT_EQ(rejection({}).code(), "single-class");
  data.positive.pop_back();
  EXPECT_EQ(rejection({}).code(), "classes-per-row");
  EXPECT_EQ(rejection({}).argument("classes"), "29");
}

TEST(LinearClassifierTest, SaysWhenItWasStoppedEarly) {
  const ClassRows data(60, 2, 2, 5);
  EXPECT_FALSE(fit_linear_classifier(data.rows, data.positive, {.max_iterations = 1}).converged);
}

TEST(MultinomialRegressionTest, HasNoSlopeWhereItEnds) {
  const ClassRows data(240, 3, 4, 11);
  const SoftmaxScores found = fit_multinomial_regression(data.rows, data.classes, 4);
  EXPECT_TRUE(found.converged);
  const Matrix shares = found.of(data.rows);
  EXPECT_LT((shares.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-14);
  Matrix slopes = found.weights;
  Vector intercept_slopes = Vector::Zero(4);
  for (Index i = 0; i < 240; ++i) {
    for (Index k = 0; k < 4; ++k) {
      const double residual =
          shares(i, k) - (data.classes[static_cast<std::size_t>(i)] == k ? 1 : 0);
      slopes.col(k) += residual * data.rows.row(i).transpose();
      intercept_slopes(k) += residual;
    }
  }
  EXPECT_LT(slopes.norm(), 1e-7);
  EXPECT_LT(intercept_slopes.norm(), 1e-7);
  EXPECT_LT(found.weights.rowwise().sum().norm(), 1e-10);
}

TEST(MultinomialRegressionTest, OfTwoClassesIsBinaryRegressionOfTwiceTheCost) {
  // |W|^2 = 2 |w / 2|^2 with w = w_1 - w_0: the penalty is half of the binary one.
  const ClassRows data(150, 2, 2, 13);
  const SoftmaxScores both = fit_multinomial_regression(data.rows, data.classes, 2);
  const LinearScore binary = fit_linear_classifier(data.rows, data.positive, {.cost = 2});
  EXPECT_LT((both.weights.col(1) - both.weights.col(0) - binary.weights).norm(), 1e-8);
  EXPECT_NEAR(both.intercepts(1) - both.intercepts(0), binary.intercept, 1e-8);
}

TEST(MultinomialRegressionTest, RejectsAClassWithoutRows) {
  const ClassRows data(30, 2, 2, 1);
  EXPECT_EQ(rejection_of([&] { fit_multinomial_regression(data.rows, data.classes, 3); }).code(),
            "single-class");
}

TEST(RbfClassifierTest, RecognisesMostRowsAndTakesGammaFromTheirVariance) {
  const ClassRows data(200, 2, 2, 17);
  const RbfClassifier machine = RbfClassifier::fit(data.rows, data.classes, 2);
  const double variance = (data.rows.array() - data.rows.mean()).square().mean();
  EXPECT_DOUBLE_EQ(machine.gamma(), 1 / (2 * variance));
  const Matrix scores = machine.pair_scores(data.rows);
  Index right = 0;
  for (Index i = 0; i < 200; ++i) {
    if ((scores(i, 0) > 0) == (data.classes[static_cast<std::size_t>(i)] == 0)) ++right;
  }
  EXPECT_GT(right, 140);
}

TEST(RbfClassifierTest, ScoresARowTheSameBesideAnyOthers) {
  const ClassRows data(90, 3, 3, 19);
  const RbfClassifier machine = RbfClassifier::fit(data.rows, data.classes, 3);
  const Matrix all = machine.pair_scores(data.rows);
  ASSERT_EQ(all.cols(), 3);
  for (const Index i : {0, 17, 63, 89}) {
    const Matrix alone = machine.pair_scores(data.rows.row(i));
    EXPECT_LT((alone.row(0) - all.row(i)).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(RbfClassifierTest, DoesNotDependOnTheOrderOfClassesInTheRows) {
  ClassRows data(120, 2, 2, 23);
  const Matrix before = RbfClassifier::fit(data.rows, data.classes, 2).pair_scores(data.rows);
  const RowMatrix reversed = data.rows.colwise().reverse();
  std::vector<std::int32_t> classes(data.classes.rbegin(), data.classes.rend());
  const Matrix after = RbfClassifier::fit(reversed, classes, 2).pair_scores(data.rows);
  EXPECT_LT((before - after).cwiseAbs().maxCoeff(), 5e-3);
}

TEST(RbfClassifierTest, VotesOfPairsAreWholeNumbersAndAPartBelowAThird) {
  Matrix pairs(2, 3);
  pairs << 1, -2, 3,  // 0 beats 1, 2 beats 0, 1 beats 2
      -1, -1, -1;     // 1 beats 0, 2 beats 0, 2 beats 1
  const Matrix votes = votes_of_pairs(pairs, 3);
  EXPECT_EQ(votes.array().round().matrix(), (Matrix(2, 3) << 1, 1, 1, 0, 1, 2).finished());
  EXPECT_NEAR(votes(0, 1), 1 + 2.0 / (3 * 3), 1e-15);  // -1 + 3
  EXPECT_NEAR(votes(1, 0), 0 - 2.0 / (3 * 3), 1e-15);
}

TEST(RbfClassifierTest, RejectsWhatItCannotFit) {
  ClassRows data(30, 2, 2, 29);
  const auto rejection = [&](const RbfOptions& options) {
    return rejection_of([&] { RbfClassifier::fit(data.rows, data.classes, 2, options); });
  };
  EXPECT_EQ(rejection({.cost = 0}).option(), "cost");
  EXPECT_EQ(rejection({.gamma = -1}).option(), "gamma");
  data.rows(2, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(rejection({}).code(), "number-not-finite");
  data.rows(2, 0) = 0;
  data.classes.assign(30, 0);
  EXPECT_EQ(rejection({}).code(), "single-class");
  data.classes.pop_back();
  EXPECT_EQ(rejection({}).code(), "classes-per-row");
}

TEST(ColumnScalingTest, GivesTheTrainingRowsMeanZeroAndDeviationOne) {
  ClassRows data(50, 3, 2, 31);
  data.rows.col(1) = 1e6 + 3 * data.rows.col(1).array();
  data.rows.col(2).setConstant(0.1);
  std::vector<Index> rows;
  for (Index i = 0; i < 50; i += 2) rows.push_back(i);
  const ColumnScaling scaling = ColumnScaling::of(data.rows, rows);
  const RowMatrix scaled = scaling.apply(data.rows, rows);
  for (const Index j : {0, 1}) {
    EXPECT_NEAR(scaled.col(j).mean(), 0, 1e-9);
    EXPECT_NEAR(scaled.col(j).squaredNorm() / 25, 1, 1e-9);
  }
  RowMatrix other = data.rows;
  other(0, 2) = 7;  // constant where it was taken from: 0 anywhere
  EXPECT_EQ(scaling.apply(other, {0})(0, 2), 0);
}

TEST(ColumnScalingTest, DoesNotBlowUpTheRoundingOfACoordinateWithoutVariance) {
  ClassRows data(50, 3, 2, 32);
  data.rows.col(2) *= 1e-15;
  std::vector<Index> rows(50);
  std::iota(rows.begin(), rows.end(), Index{0});
  const ColumnScaling scaling = ColumnScaling::of(data.rows, rows);
  EXPECT_EQ(scaling.deviation(2), 0);
  EXPECT_TRUE(scaling.apply(data.rows, rows).col(2).isZero());
  data.rows.col(2) *= 1e9;  // small, and real
  EXPECT_GT(ColumnScaling::of(data.rows, rows).deviation(2), 0);
}

TEST(ColumnScalingTest, TakesCoordinatesAboveTheRankOfTheRowsForConstant) {
  // Rows of rank 3 by 5 directions, of which a solver has two across the rows to 1e-9 only.
  const ClassRows drawn(60, 3, 2, 33);
  RowMatrix exact = RowMatrix::Zero(60, 5), found = exact;
  exact.leftCols(3) = found.leftCols(3) = drawn.rows;
  found.rightCols(2) = 1e-9 * drawn.rows.leftCols(2);
  std::vector<Index> rows(60);
  std::iota(rows.begin(), rows.end(), Index{0});
  EXPECT_EQ(ColumnScaling::of(found, rows).apply(found, rows),
            ColumnScaling::of(exact, rows).apply(exact, rows));
}

TEST(CoordinateClassifierTest, PredictsTheClassOfTheLargestScore) {
  for (const Classifier kind :
       {Classifier::kLogistic, Classifier::kLinearSvm, Classifier::kRbfSvm}) {
    for (const int count : {2, 3}) {
      SCOPED_TRACE(count);
      const ClassRows data(300, 3, count, 37);
      const CoordinateClassifier fitted =
          CoordinateClassifier::fit(data.rows, data.classes, count, {.kind = kind});
      const Matrix scores = fitted.scores(data.rows);
      ASSERT_EQ(scores.cols(), count == 2 ? 1 : count);
      const std::vector<std::int32_t> predicted = fitted.predicted(scores);
      int right = 0;
      for (std::size_t i = 0; i < predicted.size(); ++i) {
        right += predicted[i] == data.classes[i] ? 1 : 0;
        if (count > 2 && kind != Classifier::kRbfSvm) {
          EXPECT_EQ(scores(static_cast<Index>(i), predicted[i]),
                    scores.row(static_cast<Index>(i)).maxCoeff());
        }
      }
      EXPECT_GT(right, count == 2 ? 190 : 150);
      EXPECT_FALSE(fitted.is_sampled());
    }
  }
}

TEST(CoordinateClassifierTest, FitsRbfMachinesToASampleOfManyRows) {
  const ClassRows data(400, 2, 2, 41);
  const ClassifierOptions few{.kind = Classifier::kRbfSvm, .max_kernel_rows = 100, .seed = 1};
  const CoordinateClassifier one = CoordinateClassifier::fit(data.rows, data.classes, 2, few);
  EXPECT_TRUE(one.is_sampled());
  EXPECT_EQ(one.scores(data.rows),
            CoordinateClassifier::fit(data.rows, data.classes, 2, few).scores(data.rows));
  ClassifierOptions other = few;
  other.seed = 2;
  EXPECT_NE(one.scores(data.rows),
            CoordinateClassifier::fit(data.rows, data.classes, 2, other).scores(data.rows));
}

}  // namespace
}  // namespace fairpca
