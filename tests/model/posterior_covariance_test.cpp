// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/posterior_covariance.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "model/random_model.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace posterior_covariance_test {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Matrix loadings_of(const PpcaComponent& component) {
  const Vector excess = component.variance.array() - component.noise_variance;
  return component.frame * excess.cwiseSqrt().asDiagonal();
}

/// I - W'(W W' + s^2 I)^{-1} W over the cells that are there: the conditional covariance of a joint
/// Gaussian of t and x, from the definition and not by Woodbury's identity.
Matrix conditioned(const PpcaComponent& component, const Vector& row) {
  std::vector<Index> there;
  for (Index j = 0; j < row.size(); ++j) {
    if (!std::isnan(row(j))) there.push_back(j);
  }
  const Matrix w = loadings_of(component)(there, Eigen::all);
  Matrix c = w * w.transpose();
  c.diagonal().array() += component.noise_variance;
  return Matrix::Identity(w.cols(), w.cols()) - w.transpose() * dense::inverse(c) * w;
}

Matrix from_triangle(const RowMatrix& rows, Index i, Index q) {
  Matrix result(q, q);
  Index at = 0;
  for (Index j = 0; j < q; ++j) {
    for (Index l = j; l < q; ++l) result(j, l) = result(l, j) = rows(i, at++);
  }
  return result;
}

TEST(PosteriorCovarianceTest, OfACompleteRowItIsNoiseTimesTheInverseOfM) {
  const Model model = random_mixture_model(2, 6, 3, 4);
  for (const PpcaComponent& component : model.mixture->components) {
    const Matrix w = loadings_of(component);
    const Matrix m =
        w.transpose() * w + component.noise_variance * Matrix::Identity(w.cols(), w.cols());
    const Matrix wanted = component.noise_variance * dense::inverse(m);
    EXPECT_LE((latent_covariance(component) - wanted).norm(), 1e-12);
    EXPECT_LE((latent_covariance(component, std::vector<char>(6, 0)) - wanted).norm(), 1e-12);
    EXPECT_LE((conditioned(component, Vector::Zero(6)) - wanted).norm(), 1e-12);
  }
}

TEST(PosteriorCovarianceTest, RowsFollowTheLawOfTotalCovarianceWithCellsMissing) {
  Model model = random_mixture_model(3, 5, 2, 1);
  RowMatrix rows = model.sample(30, 5);
  rows(3, 1) = kNone;
  rows(4, 0) = rows(4, 4) = kNone;
  rows.row(5).setConstant(kNone);
  const RowMatrix found = posterior_covariances(model, rows);
  ASSERT_EQ(found.cols(), 3);
  const RowMatrix shares = model.responsibilities(rows), means = model.posterior_means(rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    Matrix second = Matrix::Zero(2, 2);
    Vector mean = Vector::Zero(2);
    for (Index k = 0; k < 3; ++k) {
      const Vector t = means.row(i).segment(2 * k, 2).transpose();
      const PpcaComponent& component = model.mixture->components[static_cast<std::size_t>(k)];
      second +=
          shares(i, k) * (conditioned(component, rows.row(i).transpose()) + t * t.transpose());
      mean += shares(i, k) * t;
    }
    const Matrix wanted = second - mean * mean.transpose();
    EXPECT_LE((from_triangle(found, i, 2) - wanted).norm(), 1e-10) << i;
  }
  model.mixture->embedding = Embedding::kBlocks;
  EXPECT_EQ(posterior_covariances(model, rows.topRows(3)), found.topRows(3));
}

TEST(PosteriorCovarianceTest, OfPpcaItIsTheSameForAllCompleteRowsAndLargerWithFewerCells) {
  Model model = random_model(5, 2, 3);
  model.projection.component_variance = Vector{{3.0, 2.0}};
  model.projection.noise_variance = 0.5;
  RowMatrix rows = random_rows(4, 5, 2);
  rows(2, 3) = kNone;
  rows.row(3).setConstant(kNone);
  const RowMatrix found = posterior_covariances(model, rows);
  EXPECT_EQ(found.row(0), found.row(1));
  EXPECT_NEAR(found(0, 0), 0.5 / 3, 1e-15);
  EXPECT_NEAR(found(0, 1), 0, 1e-15);
  EXPECT_NEAR(found(0, 2), 0.5 / 2, 1e-15);
  EXPECT_GT(from_triangle(found, 2, 2).trace(), from_triangle(found, 0, 2).trace());
  EXPECT_LE((from_triangle(found, 3, 2) - Matrix::Identity(2, 2)).norm(), 1e-12) << "the prior";
}

TEST(PosteriorCovarianceTest, WithoutNoiseWhatIsSeenIsKnown) {
  PpcaComponent component{.weight = 1,
                          .mean = Vector::Zero(3),
                          .frame = Matrix::Identity(3, 2),
                          .variance = Vector{{2.0, 1.0}},
                          .noise_variance = 0};
  EXPECT_EQ(latent_covariance(component), Matrix::Zero(2, 2));
  const Matrix half = latent_covariance(component, {0, 1, 0});
  EXPECT_LE((half - Matrix(Vector{{0.0, 1.0}}.asDiagonal())).norm(), 1e-14);
}

TEST(PosteriorCovarianceTest, ModelsWithoutADensityAndRowsOfAnotherWidthAreRejected) {
  const Model pca = random_model(4, 2, 1), mixture = random_mixture_model(2, 4, 2, 1);
  const auto code = [](const Model& model, Index columns) {
    const RowMatrix rows = random_rows(2, columns, 1);
    return std::string(rejection_of([&] { posterior_covariances(model, rows); }).code());
  };
  EXPECT_EQ(code(pca, 4), "not-probabilistic");
  EXPECT_EQ(code(mixture, 3), "rows-of-another-width");
}

}  // namespace posterior_covariance_test
}  // namespace fairpca
