// SPDX-License-Identifier: BSD-3-Clause
#include "moments/random_rows.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace fairpca {

TextbookMoments::TextbookMoments(const RowsRef& rows, std::span<const double> weights)
    : mean(rows.cols()), scatter(rows.cols(), rows.cols()) {
  const auto w = [&](Index i) { return weights.empty() ? 1.0L : (long double)weights[i]; };
  long double total = 0, squares = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    total += w(i);
    squares += w(i) * w(i);
  }
  std::vector<long double> means(static_cast<std::size_t>(rows.cols()));
  for (Index j = 0; j < rows.cols(); ++j) {
    long double sum = 0;
    for (Index i = 0; i < rows.rows(); ++i) sum += w(i) * rows(i, j);
    means[j] = sum / total;
    mean[j] = static_cast<double>(means[j]);
  }
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index k = 0; k < rows.cols(); ++k) {
      long double sum = 0;
      for (Index i = 0; i < rows.rows(); ++i) {
        sum += w(i) * (rows(i, j) - means[j]) * (rows(i, k) - means[k]);
      }
      scatter(j, k) = static_cast<double>(sum);
    }
  }
  weight = static_cast<double>(total);
  squared_weight = static_cast<double>(squares);
}

RowMatrix random_rows(Index n, Index p, unsigned seed, double offset) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(engine); };
  const RowMatrix mixing = RowMatrix::NullaryExpr(p, p, draw);
  const RowMatrix deviates = RowMatrix::NullaryExpr(n, p, draw);
  RowMatrix rows = deviates * mixing;
  for (Index j = 0; j < p; ++j) rows.col(j).array() += offset * static_cast<double>(j + 1);
  return rows;
}

std::vector<double> random_weights(Index n, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(0.1, 3.0);
  std::vector<double> weights;
  for (Index i = 0; i < n; ++i) weights.push_back(uniform(engine));
  return weights;
}

Moments moments_of(const RowsRef& rows, std::span<const double> weights) {
  Moments moments(rows.cols());
  moments.add(rows, weights);
  return moments;
}

double relative_difference(const Matrix& scatter, const Matrix& expected) {
  double worst = 0;
  for (Index j = 0; j < expected.cols(); ++j) {
    for (Index i = 0; i < expected.rows(); ++i) {
      const double unit = std::sqrt(expected(i, i) * expected(j, j));
      const double difference = std::abs(scatter(i, j) - expected(i, j));
      worst = std::max(worst, unit > 0 ? difference / unit : difference);
    }
  }
  return worst;
}

void expect_moments(const Moments& moments, const TextbookMoments& expected, double tolerance) {
  EXPECT_NEAR(moments.weight(), expected.weight, tolerance * expected.weight);
  EXPECT_NEAR(moments.squared_weight(), expected.squared_weight,
              tolerance * expected.squared_weight);
  for (Index j = 0; j < expected.mean.size(); ++j) {
    const double deviation = std::sqrt(expected.scatter(j, j) / expected.weight);
    EXPECT_NEAR(moments.mean()[j], expected.mean[j],
                tolerance * (deviation + std::abs(expected.mean[j])))
        << "column " << j;
  }
  EXPECT_LE(relative_difference(moments.scatter(), expected.scatter), tolerance);
}

void expect_same_bits(const Moments& a, const Moments& b) {
  EXPECT_EQ(a.count(), b.count());
  EXPECT_EQ(a.weight(), b.weight());
  EXPECT_EQ(a.squared_weight(), b.squared_weight());
  EXPECT_EQ(a.mean(), b.mean());
  EXPECT_EQ(a.scatter(), b.scatter());
}

}  // namespace fairpca
