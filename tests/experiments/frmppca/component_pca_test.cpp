// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/component_pca.h"

#include <random>

#include <gtest/gtest.h>

namespace fairpca {
namespace {

/// Two components in R^3 with covariances along the axes, one far from the other.
Model two_components() {
  Model model;
  model.mean = Vector{{1, 2, 3}};
  model.scale = Vector{{2, 1, 0.5}};
  PpcaMixture mixture;
  for (const double place : {-50.0, 50.0}) {
    PpcaComponent component;
    component.weight = 0.5;
    component.mean = Vector::Constant(3, place);
    component.frame = Matrix::Identity(3, 2);
    component.variance = place < 0 ? Vector{{4, 1}} : Vector{{1, 9}};  // not in order
    component.noise_variance = 0.5;
    mixture.components.push_back(component);
  }
  model.mixture = mixture;
  return model;
}

TEST(ComponentPcaTest, ProjectsOnTheLargestVarianceOfTheComponentARowBelongsTo) {
  const Model model = two_components();
  RowMatrix scaled(2, 3);
  scaled << -48, -49, -50, 51, 53, 50;
  RowMatrix rows = scaled;
  for (Index i = 0; i < 2; ++i) {
    rows.row(i) = (scaled.row(i).transpose().cwiseProduct(model.scale) + model.mean).transpose();
  }
  const ComponentPcaRows result = component_pca(model, 1, rows);
  // Row 0: 2 along x1, 1 and 0 left over.  Row 1: 3 along x2, 1 and 0 left over.
  EXPECT_NEAR(result.coordinates(0, 0), 2, 1e-12);
  EXPECT_NEAR(result.coordinates(1, 0), 3, 1e-12);
  EXPECT_NEAR(result.squared_error(0), 1, 1e-12);
  EXPECT_NEAR(result.squared_error(1), 1, 1e-12);
}

TEST(ComponentPcaTest, WeighsReconstructionsByResponsibility) {
  Model model = two_components();
  model.mean = Vector::Zero(3);
  model.scale = Vector::Ones(3);
  for (PpcaComponent& component : model.mixture->components) {
    component.mean.setZero();  // the same place: both are responsible
    component.mean(2) = component.variance(0) > component.variance(1) ? -1 : 1;
  }
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  RowMatrix rows(20, 3);
  for (double& entry : rows.reshaped()) entry = normal(engine);
  const ComponentPcaRows result = component_pca(model, 1, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector x = rows.row(i).transpose();
    double density[2], sum = 0;
    for (const int k : {0, 1}) {
      const Vector variance = k == 0 ? Vector{{4, 1, 0.5}} : Vector{{1, 9, 0.5}};
      const Vector residual = x - Vector{{0, 0, k == 0 ? -1.0 : 1.0}};
      density[k] = std::exp(-0.5 * residual.cwiseAbs2().cwiseQuotient(variance).sum()) /
                   std::sqrt(variance.prod());
      sum += density[k];
    }
    const double first = density[0] / sum;
    const Vector wanted{{first * x(0), (1 - first) * x(1), 1 - 2 * first}};
    EXPECT_NEAR(result.coordinates(i, 0), wanted(0) + wanted(1), 1e-12);
    EXPECT_NEAR(result.squared_error(i), (x - wanted).squaredNorm(), 1e-12);
  }
}

}  // namespace
}  // namespace fairpca
