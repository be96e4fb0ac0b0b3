// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model.h"

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace model_test {

/// Random rows spread as the model's mean and scale say.
RowMatrix rows_for(const Model& model, Index n, unsigned seed) {
  const RowMatrix standard = random_rows(n, model.mean.size(), seed);
  return (standard * model.scale.asDiagonal()).rowwise() + model.mean.transpose();
}

/// A PPCA model: W = V diag(sqrt(l_j - s2)), posterior mean and least-squares reconstruction.
Model random_ppca(Index p, Index d, double noise_variance, unsigned seed) {
  Model model = random_model(p, d, seed);
  model.method = "ppca";
  model.projection.noise_variance = noise_variance;
  const auto l = model.projection.component_variance.array();
  model.projection.encode_scale = (l - noise_variance).sqrt() / l;
  model.projection.decode_scale = model.projection.encode_scale.cwiseInverse();
  return model;
}

TEST(ModelTest, CoordinatesAreScaledInnerProductsWithTheComponents) {
  Model model = random_model(7, 3, 1);
  model.projection.encode_scale = Vector{{1.0, 0.5, 2.0}};
  const RowMatrix rows = rows_for(model, 20, 2);
  const RowMatrix coordinates = model.transform(rows);
  ASSERT_EQ(coordinates.rows(), 20);
  ASSERT_EQ(coordinates.cols(), 3);
  for (Index i = 0; i < 20; ++i) {
    const Vector x = (rows.row(i).transpose() - model.mean).cwiseQuotient(model.scale);
    for (Index j = 0; j < 3; ++j) {
      const double expected =
          model.projection.encode_scale(j) * model.projection.components.col(j).dot(x);
      EXPECT_NEAR(coordinates(i, j), expected, 1e-14 * (1 + x.norm()));
    }
  }
}

TEST(ModelTest, RoundTripAtFullDimensionReturnsTheRows) {
  const Model model = random_model(12, 12, 3);
  const RowMatrix rows = rows_for(model, 30, 4);
  const RowMatrix back = model.inverse_transform(model.transform(rows));
  EXPECT_LE((back - rows).cwiseAbs().maxCoeff(), 1e-13 * rows.cwiseAbs().maxCoeff());
}

TEST(ModelTest, ReconstructionIsTheOrthogonalProjectionInTheScaledSpace) {
  for (const Model& model : {random_model(9, 4, 5), random_ppca(9, 4, 0.5, 5)}) {
    const RowMatrix rows = rows_for(model, 25, 6);
    const RowMatrix back = model.inverse_transform(model.transform(rows));
    const Matrix& v = model.projection.components;
    for (Index i = 0; i < rows.rows(); ++i) {
      const Vector x = (rows.row(i).transpose() - model.mean).cwiseQuotient(model.scale);
      const Vector residual = (rows.row(i) - back.row(i)).transpose().cwiseQuotient(model.scale);
      EXPECT_LE((v.transpose() * residual).norm(), 1e-13 * x.norm());
      EXPECT_NEAR(residual.squaredNorm(), x.squaredNorm() - (v.transpose() * x).squaredNorm(),
                  1e-12 * x.squaredNorm());
    }
  }
}

TEST(ModelTest, PpcaCoordinatesAreThePosteriorMeanOfTippingAndBishop) {
  const double s2 = 0.7;
  const Model model = random_ppca(8, 3, s2, 7);
  const Matrix& v = model.projection.components;
  const Matrix w =
      v * (model.projection.component_variance.array() - s2).sqrt().matrix().asDiagonal();
  const Matrix m = s2 * Matrix::Identity(3, 3) + w.transpose() * w;
  const RowMatrix rows = rows_for(model, 15, 8);
  const RowMatrix coordinates = model.transform(rows);
  const RowMatrix back = model.inverse_transform(coordinates);
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector x = (rows.row(i).transpose() - model.mean).cwiseQuotient(model.scale);
    const Vector t = dense::inverse(m) * w.transpose() * x;
    const Vector reconstructed = w * dense::inverse(w.transpose() * w) * m * t;
    EXPECT_LE((coordinates.row(i).transpose() - t).norm(), 1e-13 * (1 + t.norm()));
    const Vector ours = (back.row(i).transpose() - model.mean).cwiseQuotient(model.scale);
    EXPECT_LE((ours - reconstructed).norm(), 1e-12 * (1 + x.norm()));
  }
}

TEST(ModelTest, LogLikelihoodIsTheMultivariateNormalDensityOfTheRawRows) {
  for (const double s2 : {0.9, 1e-3, 1e-9}) {
    SCOPED_TRACE(s2);
    const Model model = random_ppca(6, 2, s2, 9);
    const RowMatrix rows = rows_for(model, 12, 10);
    const Vector ours = model.log_likelihood(rows);
    const Matrix& v = model.projection.components;
    const Matrix scaled =
        v * (model.projection.component_variance.array() - s2).matrix().asDiagonal() *
            v.transpose() +
        s2 * Matrix::Identity(6, 6);
    const Matrix covariance = model.scale.asDiagonal() * scaled * model.scale.asDiagonal();
    const Matrix factor = dense::cholesky(covariance);
    const double log_determinant = 2 * factor.diagonal().array().log().sum();
    for (Index i = 0; i < rows.rows(); ++i) {
      const Vector x = rows.row(i).transpose() - model.mean;
      const double expected = -0.5 * (6 * std::log(2 * std::numbers::pi) + log_determinant +
                                      dense::solve_lower(factor, x).squaredNorm());
      // The oracle itself loses cond(C) = 3 / s2.
      EXPECT_NEAR(ours(i), expected, 1e-13 * (3 / s2) * std::abs(expected));
    }
  }
}

TEST(ModelTest, LogLikelihoodOfARowDoesNotDependOnTheRowsBesideIt) {
  const Model model = random_ppca(6, 2, 0.4, 9);
  const RowMatrix rows = rows_for(model, 1030, 10);  // more than one block
  const Vector whole = model.log_likelihood(rows);
  for (const Index i : {0, 511, 1023, 1024, 1029}) {
    EXPECT_EQ(model.log_likelihood(rows.row(i))(0), whole(i));
  }
}

TEST(ModelTest, NoRowsGiveNoCoordinates) {
  const Model model = random_model(4, 2, 1);
  EXPECT_EQ(model.transform(RowMatrix(0, 4)).rows(), 0);
  EXPECT_EQ(model.transform(RowMatrix(0, 4)).cols(), 2);
}

TEST(ModelTest, RowsOfAnotherWidthAreRejected) {
  const Model model = random_ppca(4, 2, 0.1, 1);
  const RowMatrix rows = random_rows(3, 5, 1);
  const auto expect_width = [](const Message& message, const char* expected) {
    EXPECT_EQ(message.code(), "rows-of-another-width");
    EXPECT_EQ(message.argument("expected"), expected);
    EXPECT_EQ(message.argument("columns"), "5");
  };
  expect_width(rejection_of([&] { model.transform(rows); }), "4");
  expect_width(rejection_of([&] { model.log_likelihood(rows); }), "4");
  expect_width(rejection_of([&] { model.inverse_transform(rows); }), "2");
}

TEST(ModelTest, AModelWithoutNoiseHasNoLikelihood) {
  const Message message =
      rejection_of([] { random_model(4, 2, 1).log_likelihood(random_rows(3, 4, 1)); });
  EXPECT_EQ(message.code(), "not-probabilistic");
  EXPECT_EQ(message.argument("method"), "pca");
}

}  // namespace model_test
}  // namespace fairpca
