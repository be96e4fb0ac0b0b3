// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/logistic_regression.h"
#include "measure/roc_auc.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

/// Rows of two kinds whose means differ; one in three is positive.
struct Kinds {
  RowMatrix rows;
  std::vector<bool> positive;

  Kinds(Index n, Index p, unsigned seed) : rows(n, p) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    for (double& entry : rows.reshaped()) entry = normal(engine);
    for (Index i = 0; i < n; ++i) {
      positive.push_back(i % 3 == 0);
      if (positive.back()) rows.row(i).array() += 0.7;
    }
  }
};

double share_of_pairs_won(const Vector& scores, const std::vector<bool>& positive) {
  double won = 0, pairs = 0;
  for (Index i = 0; i < scores.size(); ++i) {
    for (Index j = 0; j < scores.size(); ++j) {
      if (!positive[static_cast<std::size_t>(i)] || positive[static_cast<std::size_t>(j)]) continue;
      won += scores(i) > scores(j) ? 1 : scores(i) == scores(j) ? 0.5 : 0;
      ++pairs;
    }
  }
  return won / pairs;
}

TEST(RocAucTest, IsTheShareOfPairsWonWithTiesCountingHalf) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Kinds data(60, 1, seed);
    const Vector whole = (2 * data.rows.col(0)).array().round();  // many ties
    EXPECT_DOUBLE_EQ(roc_auc(whole, data.positive), share_of_pairs_won(whole, data.positive));
    const Vector scores = data.rows.col(0);
    EXPECT_DOUBLE_EQ(roc_auc(scores, data.positive), share_of_pairs_won(scores, data.positive));
  }
}

TEST(RocAucTest, TurnsAroundWithTheScoresAndIsAHalfForEqualOnes) {
  const Kinds data(90, 1, 3);
  const Vector scores = data.rows.col(0);
  EXPECT_NEAR(roc_auc(scores, data.positive) + roc_auc(-scores, data.positive), 1, 1e-15);
  EXPECT_EQ(roc_auc(Vector::Zero(90), data.positive), 0.5);
  EXPECT_EQ(roc_auc(Vector{{1, 2, 3}}, {false, false, true}), 1);
}

TEST(RocAucTest, IsNotANumberForRowsOfOneKind) {
  EXPECT_TRUE(std::isnan(roc_auc(Vector{{1, 2}}, {true, true})));
  EXPECT_TRUE(std::isnan(roc_auc(Vector(), {})));
}

TEST(RocAucTest, RejectsNaNAndUnequalLengths) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Message not_a_number = rejection_of([&] { roc_auc(Vector{{1, nan}}, {true, false}); });
  EXPECT_EQ(not_a_number.code(), "score-not-a-number");
  EXPECT_EQ(not_a_number.place().row, 2);
  const Message lengths = rejection_of([] { roc_auc(Vector{{1}}, {true, false}); });
  EXPECT_EQ(lengths.code(), "classes-per-row");
  EXPECT_EQ(lengths.argument("classes"), "2");
  EXPECT_EQ(lengths.argument("rows"), "1");
}

/// Gradient of the objective in the header, weights first, then the intercept over its scale.
Vector objective_gradient(const Kinds& data, const LinearScore& at,
                          const LogisticOptions& options) {
  const Index p = data.rows.cols();
  Vector gradient(p + 1);
  gradient << at.weights, at.intercept / options.intercept_scale;
  const Vector scores = at.of(data.rows);
  for (Index i = 0; i < scores.size(); ++i) {
    const double y = data.positive[static_cast<std::size_t>(i)] ? 1 : -1;
    const double slope = -options.cost * y / (1 + std::exp(y * scores(i)));
    gradient.head(p) += slope * data.rows.row(i).transpose();
    gradient(p) += slope * options.intercept_scale;
  }
  return gradient;
}

TEST(LogisticRegressionTest, HasNoSlopeWhereItEnds) {
  for (const double cost : {0.01, 1.0, 100.0}) {
    SCOPED_TRACE(cost);
    const Kinds data(300, 4, 7);
    const LogisticOptions options{.cost = cost, .tolerance = 1e-8};
    const LinearScore none{Vector::Zero(4), 0};
    const LinearScore found = fit_logistic_regression(data.rows, data.positive, options);
    EXPECT_LT(objective_gradient(data, found, options).norm(),
              1e-7 * objective_gradient(data, none, options).norm());
  }
}

TEST(LogisticRegressionTest, MatchesNewtonsMethodInOneDimension) {
  const Kinds data(200, 1, 11);
  const LogisticOptions options{.tolerance = 1e-10};
  double w = 0, b = 0;
  for (int step = 0; step < 50; ++step) {  // the intercept in its own units
    double gw = w, gb = b / 100, hww = 1, hwb = 0, hbb = 0.01;
    for (Index i = 0; i < data.rows.rows(); ++i) {
      const double x = data.rows(i, 0), p = 1 / (1 + std::exp(-(w * x + b)));
      const double residual = p - (data.positive[static_cast<std::size_t>(i)] ? 1 : 0);
      gw += residual * x;
      gb += residual;
      hww += p * (1 - p) * x * x;
      hwb += p * (1 - p) * x;
      hbb += p * (1 - p);
    }
    const double determinant = hww * hbb - hwb * hwb;
    w -= (hbb * gw - hwb * gb) / determinant;
    b -= (hww * gb - hwb * gw) / determinant;
  }
  const LinearScore found = fit_logistic_regression(data.rows, data.positive, options);
  EXPECT_NEAR(found.weights(0), w, 1e-7);
  EXPECT_NEAR(found.intercept, b, 1e-7);
}

TEST(LogisticRegressionTest, ScoresPositiveRowsHigherWhicheverKindComesFirst) {
  Kinds data(300, 2, 5);
  EXPECT_GT(roc_auc(fit_logistic_regression(data.rows, data.positive).of(data.rows), data.positive),
            0.7);
  data.positive.flip();
  EXPECT_GT(roc_auc(fit_logistic_regression(data.rows, data.positive).of(data.rows), data.positive),
            0.7);
}

TEST(LogisticRegressionTest, RejectsWhatItCannotFit) {
  Kinds data(30, 2, 5);
  const auto rejection = [&](const LogisticOptions& options) {
    return rejection_of([&] { fit_logistic_regression(data.rows, data.positive, options); });
  };
  EXPECT_EQ(rejection({.cost = 0}).option(), "cost");
  EXPECT_EQ(rejection({.tolerance = -1}).option(), "tolerance");
  EXPECT_EQ(rejection({.intercept_scale = std::numeric_limits<double>::infinity()}).option(),
            "intercept_scale");
  data.rows(3, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(rejection({}).code(), "number-not-finite");
  EXPECT_EQ(rejection({}).place(), (Place{.row = 4, .column = "2"}));
  data.positive.assign(30, true);
  EXPECT_EQ(rejection({}).code(), "single-class");
  data.positive.pop_back();
  EXPECT_EQ(rejection({}).code(), "classes-per-row");
  EXPECT_EQ(rejection({}).argument("classes"), "29");
}

}  // namespace
}  // namespace fairpca
