// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/ppca.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/error.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace ppca_test {

Fit fit_ppca_to(const GroupedRows& data, Index d, Preparation preparation = {}) {
  return fit(data, {.method = "ppca", .dimensions = {d}, .preparation = preparation});
}

/// Mean ln N(x; 0, W W' + s2 I) of prepared rows, by a dense Cholesky factor.
double mean_log_density(const RowMatrix& rows, const Matrix& w, double s2) {
  const Index p = rows.cols();
  const Matrix factor = dense::cholesky(w * w.transpose() + s2 * Matrix::Identity(p, p));
  const Matrix whitened = dense::solve_lower(factor, rows.transpose());
  return -0.5 * (static_cast<double>(p) * std::log(2 * std::numbers::pi) +
                 whitened.colwise().squaredNorm().mean()) -
         factor.diagonal().array().log().sum();
}

Matrix loadings(const Model& model) {
  const LinearProjection& projection = model.projection;
  return projection.components *
         (projection.component_variance.array() - *projection.noise_variance)
             .sqrt()
             .matrix()
             .asDiagonal();
}

TEST(PpcaTest, NoiseIsTheMeanOfTheDiscardedEigenvalues) {
  const GroupedRows data = random_groups({100, 60}, 7, 1);
  const Fit result = fit_ppca_to(data, 3);
  const RowMatrix rows = prepared_rows(data.rows, result.model);
  const Vector values = dense::eigenvalues(rows.transpose() * rows / 160.0);
  EXPECT_NEAR(*result.model.projection.noise_variance, values.head(4).mean(), 1e-12 * values(6));
}

TEST(PpcaTest, ObjectiveIsTheMeanNegativeLogLikelihoodOfTheRawRows) {
  const GroupedRows data = random_groups({100, 60}, 7, 2);
  for (const Preparation preparation :
       {Preparation{}, Preparation{.standardize = true}, Preparation{.divide_by = 7}}) {
    const Fit result = fit_ppca_to(data, 3, preparation);
    EXPECT_NEAR(-result.report.objective, result.model.log_likelihood(data.rows).mean(), 1e-10);
    for (int g = 0; g < 2; ++g) {
      EXPECT_NEAR(result.model.groups[static_cast<std::size_t>(g)].log_likelihood.value(),
                  result.model.log_likelihood(data.of_group(g)).mean(), 1e-10);
    }
  }
}

TEST(PpcaTest, NoNearbyParametersHaveAHigherLikelihood) {
  const GroupedRows data = random_groups({200}, 6, 3);
  const Fit result = fit_ppca_to(data, 2);
  const RowMatrix rows = prepared_rows(data.rows, result.model);
  const Matrix w = loadings(result.model);
  const double s2 = *result.model.projection.noise_variance;
  const double best = mean_log_density(rows, w, s2);
  EXPECT_NEAR(best, -result.report.objective, 1e-10);
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 300; ++trial) {
    const double step = std::pow(10, -(trial % 4));
    Matrix other = w;
    for (double& entry : other.reshaped()) entry += step * normal(engine);
    const double other_s2 = s2 * std::exp(step * normal(engine));
    EXPECT_LE(mean_log_density(rows, other, other_s2), -result.report.bound);
  }
}

TEST(PpcaTest, TheGapIsRounding) {
  const Fit result = fit_ppca_to(random_groups({200}, 6, 3), 2);
  EXPECT_TRUE(result.report.certified);
  EXPECT_GE(result.report.optimality_gap(), 0);
  EXPECT_LE(result.report.optimality_gap(), 1e-11);
}

TEST(PpcaTest, SpansTheSameSubspaceAsPca) {
  const GroupedRows data = random_groups({100, 60}, 7, 5);
  const Fit pca = fit(data, {.dimensions = {Index{3}}});
  const Fit ppca = fit_ppca_to(data, 3);
  EXPECT_EQ(pca.model.projection.components, ppca.model.projection.components);
  EXPECT_NEAR(pca.report.reconstruction_error, ppca.report.reconstruction_error, 1e-11);
}

TEST(PpcaTest, EqualEigenvaluesGiveFiniteCoordinates) {
  GroupedRows data;
  data.rows = RowMatrix::Zero(8, 4);
  for (Index k = 0; k < 4; ++k) {
    data.rows(2 * k, k) = 1;
    data.rows(2 * k + 1, k) = -1;
  }
  const Fit result = fit_ppca_to(data, 2);
  EXPECT_NEAR(*result.model.projection.noise_variance, 0.25, 1e-15);
  EXPECT_TRUE(result.model.transform(data.rows).allFinite());
  EXPECT_TRUE(result.model.inverse_transform(result.model.transform(data.rows)).allFinite());
}

TEST(PpcaTest, UnderGroupCentringGroupsHaveNoLikelihood) {
  const Fit result = fit_ppca_to(random_groups({50, 50}, 5, 6), 2, {.center = Center::kGroup});
  EXPECT_FALSE(result.model.groups[0].log_likelihood);
}

TEST(PpcaTest, DimensionsThatLeaveNoNoiseAreRejected) {
  GroupedRows data = random_groups({50}, 4, 7);
  data.rows.col(3) = data.rows.col(0) - data.rows.col(1);
  const Message no_noise = rejection_of([&] { fit_ppca_to(data, 3); });
  EXPECT_EQ(no_noise.code(), "no-noise-variance");
  EXPECT_EQ(no_noise.option(), "dimensions");
  EXPECT_NO_THROW(fit_ppca_to(data, 2));
  const Message all = rejection_of([&] { fit_ppca_to(data, 4); });
  EXPECT_EQ(all.code(), "dimensions-out-of-range");
  EXPECT_EQ(all.argument("most"), "3");
}

}  // namespace ppca_test
}  // namespace fairpca
