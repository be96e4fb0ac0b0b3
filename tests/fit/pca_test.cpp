// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/pca.h"

#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/grouped_rows.h"
#include "text/codes_of.h"

namespace fairpca {
namespace pca_test {

using ::testing::ElementsAre;

dense::SymmetricPairs explicit_pca(const RowMatrix& rows) {
  const RowMatrix centred = rows.rowwise() - rows.colwise().mean();
  return dense::eigenpairs(centred.transpose() * centred / static_cast<double>(rows.rows()));
}

/// sigma_d of the second moment of rows taken as they are.
double best_captured(const RowMatrix& rows, Index d) {
  const Matrix moment = rows.transpose() * rows / static_cast<double>(rows.rows());
  return dense::eigenvalues(moment).tail(d).sum();
}

TEST(PcaTest, ComponentsAndVariancesAreThoseOfTheExplicitlyCentredRows) {
  const GroupedRows data = random_groups({120, 80}, 9, 1);
  for (const Index d : {1, 4, 8}) {
    SCOPED_TRACE(d);
    const Fit result = fit(data, {.dimensions = {d}});
    const auto oracle = explicit_pca(data.rows);
    const Vector values = oracle.values.tail(d).reverse();
    const Matrix vectors = oracle.vectors.rightCols(d).rowwise().reverse();
    const LinearProjection& projection = result.model.projection;
    EXPECT_LE((projection.component_variance - values).norm(), 1e-12 * values(0));
    EXPECT_LE((projection.components.transpose() * vectors).cwiseAbs().diagonal().minCoeff(),
              1 + 1e-12);
    EXPECT_GE((projection.components.transpose() * vectors).cwiseAbs().diagonal().minCoeff(),
              1 - 1e-10);
    EXPECT_LE((result.model.mean.transpose() - data.rows.colwise().mean()).norm(), 1e-11);
    EXPECT_NEAR(result.report.objective, oracle.values.head(9 - d).sum(), 1e-12 * values(0));
    EXPECT_EQ(result.model.dimensions(), d);
  }
}

TEST(PcaTest, WhitenedCoordinatesHaveUnitVarianceAndTheSameReconstructions) {
  const GroupedRows data = random_groups({60, 70}, 6, 2);
  const Fit plain = fit(data, {.dimensions = {Index{3}}});
  const Fit white = fit(data, {.options = {{"whiten", true}}, .dimensions = {Index{3}}});
  const RowMatrix coordinates = white.model.transform(data.rows);
  const RowMatrix centred = coordinates.rowwise() - coordinates.colwise().mean();
  const Matrix covariance = centred.transpose() * centred / 129;
  EXPECT_LE((covariance - Matrix::Identity(3, 3)).norm(), 1e-12);
  const RowMatrix expected = plain.model.reconstruct(data.rows);
  EXPECT_LE((white.model.reconstruct(data.rows) - expected).norm(), 1e-13 * expected.norm());
  EXPECT_EQ(white.report.objective, plain.report.objective);
  EXPECT_EQ(white.model.projection.components, plain.model.projection.components);
}

TEST(PcaTest, ComponentsWithoutVarianceAreNotWhitened) {
  GroupedRows data = random_groups({20, 20}, 3, 2);
  data.rows.col(2) = data.rows.col(1);
  const Fit white = fit(data, {.options = {{"whiten", true}}, .dimensions = {Index{3}}});
  EXPECT_EQ(white.model.projection.encode_scale(2), 1);
  EXPECT_EQ(white.model.projection.decode_scale(2), 1);
  EXPECT_LE(white.model.transform(data.rows).col(2).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(PcaTest, StandardisedFitIsPcaOfTheCorrelationMatrix) {
  const GroupedRows data = random_groups({60, 70}, 6, 2);
  const Fit result = fit(data, {.dimensions = {Index{3}}, .preparation = {.standardize = true}});
  const RowMatrix scaled = prepared_rows(data.rows, result.model);
  EXPECT_LE((scaled.colwise().squaredNorm().array() / 130 - 1).abs().maxCoeff(), 1e-12);
  EXPECT_NEAR(result.model.projection.component_variance.sum(),
              explicit_pca(scaled).values.tail(3).sum(), 1e-12 * 6);
  EXPECT_NEAR(result.model.total_variance, 6, 1e-12 * 6);
}

TEST(PcaTest, ErrorsAndLossesOfGroupsAreMeansOverTheirRows) {
  const GroupedRows data = random_groups({50, 30, 40}, 7, 3);
  const Fit result = fit(data, {.dimensions = {Index{2}}});
  const RowMatrix all = prepared_rows(data.rows, result.model);
  const Matrix& v = result.model.projection.components;
  EXPECT_NEAR(result.report.reconstruction_error, mean_squared_residual(all, v), 1e-11);
  EXPECT_NEAR(result.report.explained_variance_ratio,
              1 - mean_squared_residual(all, v) / all.rowwise().squaredNorm().mean(), 1e-12);
  ASSERT_EQ(result.report.groups.size(), 3u);
  for (int g = 0; g < 3; ++g) {
    const GroupSummary& group = result.report.groups[static_cast<std::size_t>(g)];
    const RowMatrix rows = prepared_rows(data.of_group(g), result.model);
    const double error = mean_squared_residual(rows, v);
    const double captured = (rows * v).rowwise().squaredNorm().mean();
    EXPECT_EQ(group.rows, rows.rows());
    EXPECT_EQ(group.name, fmt::format("level {}", g));
    EXPECT_NEAR(*group.reconstruction_error, error, 1e-11);
    EXPECT_NEAR(*group.loss, best_captured(rows, 2) - captured, 1e-11);
    EXPECT_GE(*group.loss, 0);
  }
}

TEST(PcaTest, ErrorsUnderGroupCentringAreAboutTheGroupsOwnMeans) {
  const GroupedRows data = random_groups({50, 30}, 5, 4);
  const Fit overall = fit(data, {.dimensions = {Index{2}}});
  const Fit centred =
      fit(data, {.dimensions = {Index{2}}, .preparation = {.center = Center::kGroup}});
  EXPECT_EQ(overall.model.projection.components, centred.model.projection.components);
  for (int g = 0; g < 2; ++g) {
    RowMatrix rows = prepared_rows(data.of_group(g), centred.model);
    rows = rows.rowwise() - rows.colwise().mean().eval();
    EXPECT_NEAR(*centred.report.groups[static_cast<std::size_t>(g)].reconstruction_error,
                mean_squared_residual(rows, centred.model.projection.components), 1e-11);
  }
}

TEST(PcaTest, TheBoundHoldsForEveryFrameAndTheGapIsRounding) {
  const GroupedRows data = random_groups({150}, 8, 5);
  const Fit result = fit(data, {.dimensions = {Index{3}}});
  EXPECT_TRUE(result.report.certified);
  EXPECT_EQ(result.report.status, Status::kOptimal);
  EXPECT_GE(result.report.optimality_gap(), 0);
  EXPECT_LE(result.report.optimality_gap(), 1e-12 * result.model.total_variance);
  const RowMatrix rows = prepared_rows(data.rows, result.model);
  std::mt19937_64 engine(6);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    // Frames far from the optimum and frames within 1e-3 of it.
    Matrix frame = trial % 2 == 0 ? Matrix(Matrix::Zero(8, 3)) : result.model.projection.components;
    for (double& entry : frame.reshaped()) entry += (trial % 2 == 0 ? 1 : 1e-3) * normal(engine);
    const Matrix q = dense::thin_q(frame);
    EXPECT_GE(mean_squared_residual(rows, q), result.report.bound);
  }
}

TEST(PcaTest, ComponentsAreOrthonormalAndTheirLargestEntryIsPositive) {
  const GroupedRows data = random_groups({90}, 12, 7);
  const Matrix v = fit(data, {.dimensions = {Index{5}}}).model.projection.components;
  EXPECT_LE((v.transpose() * v - Matrix::Identity(5, 5)).cwiseAbs().maxCoeff(), 1e-13);
  for (Index j = 0; j < 5; ++j) {
    Index largest = 0;
    v.col(j).cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(v(largest, j), 0);
  }
}

TEST(PcaTest, AllDimensionsLeaveNoError) {
  const GroupedRows data = random_groups({40, 40}, 6, 8);
  const Fit result = fit(data, {.dimensions = {Index{6}}});
  EXPECT_LE(result.report.reconstruction_error, 1e-13 * result.model.total_variance);
  EXPECT_NEAR(result.report.explained_variance_ratio, 1, 1e-13);
  for (const GroupSummary& group : result.report.groups) EXPECT_LE(*group.loss, 1e-11);
  EXPECT_LE((result.model.inverse_transform(result.model.transform(data.rows)) - data.rows)
                .cwiseAbs()
                .maxCoeff(),
            1e-11);
}

TEST(PcaTest, EigensolvesCountOneForTheFitAndOnePerGroup) {
  EXPECT_EQ(fit(random_groups({40, 40, 40}, 6, 8), {.dimensions = {Index{2}}}).report.eigensolves,
            4);
  EXPECT_EQ(fit(random_groups({40, 40, 40}, 6, 8), {.dimensions = {Index{6}}}).report.eigensolves,
            1);
}

TEST(PcaTest, WithoutTheInertiaCheckNothingIsCertified) {
  const Fit result = fit(random_groups({60}, 6, 9),
                         {.dimensions = {Index{2}}, .spectral = {.inertia_check = false}});
  EXPECT_FALSE(result.report.certified);
  EXPECT_EQ(result.report.status, Status::kConverged);
  EXPECT_FALSE(result.model.provenance.certified);
  EXPECT_EQ(result.model.provenance.status, "converged");
}

TEST(PcaTest, ATieAtTheLastDimensionIsWarnedOf) {
  GroupedRows data;
  data.rows = RowMatrix::Zero(8, 4);
  for (Index k = 0; k < 4; ++k) {
    data.rows(2 * k, k) = 1;
    data.rows(2 * k + 1, k) = -1;
  }
  data.rows.col(0) *= 2;
  const Fit tied = fit(data, {.dimensions = {Index{2}}});
  ASSERT_THAT(codes_of(tied.report.warnings), ElementsAre("tied-eigenvalues"));
  EXPECT_EQ(tied.report.warnings[0].argument("last"), "2");
  EXPECT_EQ(tied.report.warnings[0].argument("next"), "3");
  EXPECT_NEAR(tied.report.objective, 0.5, 1e-15);
  EXPECT_TRUE(fit(data, {.dimensions = {Index{1}}}).report.warnings.empty());
  EXPECT_TRUE(fit(data, {.dimensions = {Index{4}}}).report.warnings.empty());
}

TEST(PcaTest, ComponentsWithoutVarianceAreWarnedOf) {
  GroupedRows data = random_groups({30}, 3, 1);
  data.rows.col(2) = data.rows.col(0) + data.rows.col(1);
  const Fit flat = fit(data, {.dimensions = {Index{3}}});
  ASSERT_THAT(codes_of(flat.report.warnings), ElementsAre("components-without-variance"));
  EXPECT_EQ(flat.report.warnings[0].argument("rank"), "2");
  EXPECT_EQ(flat.report.warnings[0].argument("components"), "3");
  data.rows.setConstant(4);
  const Fit constant = fit(data, {.dimensions = {Index{2}}, .preparation = {.standardize = true}});
  ASSERT_THAT(codes_of(constant.report.warnings), ElementsAre("no-variance", "constant-columns"));
  EXPECT_EQ(constant.report.warnings[1].argument("columns"), "'c1', 'c2', 'c3'");
  EXPECT_TRUE(std::isnan(constant.report.explained_variance_ratio));
  EXPECT_EQ(constant.report.reconstruction_error, 0);
}

}  // namespace pca_test
}  // namespace fairpca
