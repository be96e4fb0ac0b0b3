// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_tile.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/matrix.h"
#include "mixture/row_deviations.h"
#include "model/mixture_densities.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace mixture_tile_test {

/// Random products of `n` rows with a mixture of K components, and what a tile makes of them.
struct Case {
  Case(Index components, Index latent, Index n, unsigned seed)
      : count(components), q(latent), width(padded(count * (q + 1))), rows(n) {
    offsets = Vector::Zero(width);
    offsets.head(count * (q + 1)) = random_matrix(count * (q + 1), 1, seed);
    inverse_variance = random_matrix(count * q, 1, seed + 1).cwiseAbs();
    inverse_noise = random_matrix(count, 1, seed + 2).array().abs() + 1;
    constants = random_matrix(count, 1, seed + 3);
    products = RowMatrix::Zero(rows, width);
    products.leftCols(count * (q + 1)) = random_matrix(rows, count * (q + 1), seed + 4);
    norms = 3 * random_matrix(rows, 1, seed + 5).cwiseAbs();
    weights = random_matrix(rows, 1, seed + 6).cwiseAbs();
  }

  void run(const MixtureTile& tile) {
    factors = products;
    sums = RowMatrix::Zero(width, kTileLanes);
    squares = RowMatrix::Zero(count, kTileLanes);
    largest = excess = Vector::Zero(rows);
    Vector scratch(kTileLanes * (width + 2 * count));
    tile.weigh({count, q, width, offsets.data(), inverse_variance.data(), inverse_noise.data(),
                constants.data()},
               {rows, norms.data(), weights.data(), factors.data(), largest.data(), excess.data()},
               {sums.data(), squares.data(), scratch.data()});
  }

  Index count, q, width, rows;
  Vector offsets, inverse_variance, inverse_noise, constants, norms, weights;
  RowMatrix products, factors, sums, squares;
  Vector largest, excess;
};

/// One row by the definitions: sets its factors and distances, returns ln p(x).
double weigh_row(const Case& given, Index row, Vector& factors, Vector& distances) {
  const Index q = given.q, count = given.count;
  const Vector shifted = given.products.row(row).transpose() - given.offsets;
  Vector logs(count), shares(count);
  factors = Vector::Zero(given.width);
  distances.resize(count);
  for (Index k = 0; k < count; ++k) {
    const Vector y = shifted.segment(k * q, q);
    distances[k] = std::max(given.norms[row] - 2 * shifted[count * q + k], y.squaredNorm());
    const double across = distances[k] - y.squaredNorm();
    logs[k] =
        given.constants[k] - 0.5 * (y.cwiseAbs2().dot(given.inverse_variance.segment(k * q, q)) +
                                    across * given.inverse_noise[k]);
  }
  const double value = normalize_log_weights(logs.data(), shares.data(), count);
  for (Index k = 0; k < count; ++k) {
    const double r = given.weights[row] * shares[k];
    factors.segment(k * q, q) = r * shifted.segment(k * q, q);
    factors[count * q + k] = r;
  }
  return value;
}

TEST(MixtureTileTest, ResponsibilitiesAndSumsAreThoseOfTheDefinition) {
  for (const auto& [count, q] : {std::pair<Index, Index>{1, 1}, {3, 2}, {5, 5}, {2, 12}, {9, 7}}) {
    Case given(count, q, 48, 11);
    given.constants[0] += 40;  // shares from 1 down to e^-80
    given.weights.tail(5).setZero();
    for (const MixtureTile& tile : supported_mixture_tiles()) {
      SCOPED_TRACE(fmt::format("K {}, q {}", count, q));
      given.run(tile);
      Vector sums = Vector::Zero(given.width), squares = Vector::Zero(count);
      for (Index i = 0; i < given.rows; ++i) {
        Vector factors, distances;
        const double value = weigh_row(given, i, factors, distances);
        EXPECT_NEAR(given.largest[i] + std::log(given.excess[i]), value, 1e-12);
        EXPECT_LE((given.factors.row(i).transpose() - factors).cwiseAbs().maxCoeff(), 1e-13);
        sums += factors;
        squares += factors.segment(count * q, count).cwiseProduct(distances);
      }
      EXPECT_LE((given.sums.rowwise().sum() - sums).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LE((given.squares.rowwise().sum() - squares).cwiseAbs().maxCoeff(), 1e-11);
    }
  }
}

TEST(MixtureTileTest, ExponentialsAreRightToTheLastDigits) {
  // One coordinate of weight 0, no noise: the logs are the constants, the second 0.
  for (const double log : {0.0, -1e-300, -1e-9, -0.3, -0.5, -3.7, -50.1, -400.3, -499.9}) {
    for (const MixtureTile& tile : supported_mixture_tiles()) {
      Case given(2, 1, kTileLanes, 21);
      given.inverse_variance.setZero();
      given.inverse_noise.setZero();
      given.constants << log, 0;
      given.weights.setOnes();
      given.run(tile);
      const double share = std::exp(log) / (1 + std::exp(log));
      EXPECT_NEAR(given.factors(3, 2), share, 4e-16 * share) << log;
    }
  }
}

TEST(MixtureTileTest, SharesThatCountAsNothingAreNothing) {
  for (const MixtureTile& tile : supported_mixture_tiles()) {
    Case given(2, 1, kTileLanes, 22);
    given.inverse_variance.setZero();
    given.inverse_noise.setZero();
    given.constants << -501, 0;
    given.run(tile);
    EXPECT_EQ(given.factors(3, 2), 0);
    EXPECT_EQ(given.factors(3, 3), given.weights[3]);
  }
}

TEST(MixtureTileTest, RowsNoComponentKnowsBelongToAllOfThem) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const MixtureTile& tile : supported_mixture_tiles()) {
    Case given(4, 2, 2 * kTileLanes, 31);
    given.constants.setConstant(-kInfinity);
    given.run(tile);
    EXPECT_EQ(given.largest[5] + std::log(given.excess[5]), -kInfinity);
    EXPECT_NEAR(given.factors(5, 8), given.weights[5] / 4, 1e-16);
    given.constants[2] = 0;  // components of weight 0 get nothing
    given.run(tile);
    EXPECT_EQ(given.factors(5, 8), 0);
    EXPECT_NEAR(given.factors(5, 10), given.weights[5], 1e-15);
  }
}

TEST(MixtureTileTest, WhatIsNotANumberIsNotHidden) {
  for (const MixtureTile& tile : supported_mixture_tiles()) {
    Case given(3, 2, kTileLanes, 41);
    given.products(2, 1) = std::numeric_limits<double>::quiet_NaN();
    given.run(tile);
    EXPECT_TRUE(std::isnan(given.largest[2] + std::log(given.excess[2])));
    EXPECT_TRUE(std::isfinite(given.largest[3] + std::log(given.excess[3])));
  }
}

TEST(MixtureTileTest, ProductsWithDeviationsAreThoseWithTheRows) {
  const Index p = 21, n = 13;
  RowMatrix rows = RowMatrix::Constant(n, p, -0.5);
  for (Index i = 0; i < n; ++i) {
    rows(i, i % p) = 2;
    rows(i, (7 * i + 3) % p) = 0.25 * static_cast<double>(i);
  }
  const RowDeviations deviations = deviations_of(rows);
  ASSERT_FALSE(deviations.empty());
  const TileDeviations view{n, deviations.starts.data(), deviations.columns.data(),
                            deviations.values.data()};
  for (const Index width : {8, 16, 24, 32, 40, 72}) {
    SCOPED_TRACE(width);
    const RowMatrix table = random_matrix(p, width, 51), factors = random_matrix(n, width, 52);
    const Vector start = table.transpose() * deviations.base;
    const RowMatrix both = rows.transpose() * factors;
    for (const MixtureTile& tile : supported_mixture_tiles()) {
      RowMatrix products(n, width);
      tile.multiply(view, table.data(), start.data(), width, products.data());
      EXPECT_LE((products - rows * table).cwiseAbs().maxCoeff(), 1e-13);
      RowMatrix totals = deviations.base * factors.colwise().sum();
      tile.add(view, factors.data(), width, totals.data());
      EXPECT_LE((totals - both).cwiseAbs().maxCoeff(), 1e-13);
    }
  }
}

}  // namespace mixture_tile_test
}  // namespace fairpca
