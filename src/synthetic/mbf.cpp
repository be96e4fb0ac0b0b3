// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "synthetic/gaussian_rows.h"
#include "synthetic/generators.h"

namespace fairpca {
namespace {

constexpr Index kLatent = 1000;  // p0
constexpr Index kBlocks = 5;
constexpr Index kBlock = kLatent / kBlocks;
constexpr std::array<std::array<double, kBlocks>, 2> kCorrelation = {
    {{0.99, 0.98, 0.97, 0.98, 0.95}, {0.99, 0.98, 0.97, 0.98, 0.99}}};

SyntheticData draw_mbf_1(const DrawRequest& request) {
  const Index rows = request.rows, features = request.features;
  const Index group_0_rows = rows - rows / 2;
  SyntheticData data = two_blocks(rows, features, group_0_rows);
  const Matrix noise = 0.1 * Matrix::Identity(features, features);
  const Matrix whole = lower_factor(noise + Matrix::Ones(features, features));
  const Matrix part = lower_factor(noise);
  RandomStream random(request.seed, 0);
  for (Index i = 0; i < rows; ++i) {
    request.before_row(i);
    if (i < group_0_rows) {
      data.rows.row(i) = gaussian_row(random, Vector::Zero(features), whole).transpose();
    } else {
      const double sign = random.uniform() < 0.5 ? -1.0 : 1.0;
      data.rows.row(i) = gaussian_row(random, Vector::Constant(features, sign), part).transpose();
    }
  }
  return data;
}

/// ||A^(1) - A^(0)||_2.  The matrices differ in the last block only, and there all entries of the
/// difference are positive, so the norm is the Perron root and the power method finds it: its error
/// shrinks by more than 5 each step.
double difference_norm() {
  const double r0 = kCorrelation[0][kBlocks - 1], r1 = kCorrelation[1][kBlocks - 1];
  Vector difference(kBlock);  // entry (i, j) depends on |i - j|
  double power_0 = 1 / (1 - r0 * r0), power_1 = 1 / (1 - r1 * r1);
  for (double& entry : difference) {
    entry = power_1 - power_0;
    power_0 *= r0;
    power_1 *= r1;
  }
  Vector x = Vector::Constant(kBlock, 1 / std::sqrt(static_cast<double>(kBlock)));
  double norm = 0;
  for (int step = 0; step < 40; ++step) {
    Vector y = Vector::Zero(kBlock);
    for (Index i = 0; i < kBlock; ++i) {
      for (Index j = 0; j < kBlock; ++j) y(i) += difference(std::abs(i - j)) * x(j);
    }
    double squares = 0;
    for (const double entry : y) squares += entry * entry;
    norm = std::sqrt(squares);
    for (Index i = 0; i < kBlock; ++i) x(i) = y(i) / norm;
  }
  return norm;
}

/// One stationary AR(1) path per block: covariance r^|i-j| / (1 - r^2), without a factorisation.
void draw_latent(RandomStream& random, int group, double scale, double mean, Vector& latent) {
  for (Index b = 0; b < kBlocks; ++b) {
    const double r = kCorrelation[static_cast<std::size_t>(group)][static_cast<std::size_t>(b)];
    double state = random.normal() / std::sqrt(1 - r * r);
    for (Index t = 0; t < kBlock; ++t) {
      if (t > 0) state = r * state + random.normal();
      latent(b * kBlock + t) = mean + scale * state;
    }
  }
}

SyntheticData draw_mbf_2(const DrawRequest& request) {
  const Index rows = request.rows, features = request.features;
  const Index group_0_rows = rows - rows / 2;
  SyntheticData data = two_blocks(rows, features, group_0_rows);
  Matrix map(kLatent, features);  // column after column: more features keep the first ones
  RandomStream map_random(request.seed, 1);
  for (Index j = 0; j < features; ++j) {
    for (Index k = 0; k < kLatent; ++k) map(k, j) = map_random.normal();
  }
  const double scale = 1 / std::sqrt(difference_norm());
  const double mean_difference = 2 / std::sqrt(static_cast<double>(kLatent));
  Vector latent(kLatent);
  RandomStream random(request.seed, 0);
  for (Index i = 0; i < rows; ++i) {
    request.before_row(i);
    const int group = data.group[static_cast<std::size_t>(i)];
    draw_latent(random, group, scale, group * mean_difference, latent);
    for (Index j = 0; j < features; ++j) {
      double sum = 0;
      for (Index k = 0; k < kLatent; ++k) sum += latent(k) * map(k, j);
      data.rows(i, j) = sum;
    }
  }
  return data;
}

}  // namespace

Generator mbf_1() {
  return {.spec = {"mbf-1",
                   "two groups with the same mean and covariance but different distributions: one "
                   "Gaussian, an even mixture of two; 300 rows in 3 dimensions (MbF-PCA)"},
          .rows = 300,
          .features = 3,
          .max_features = 3,
          .draw = draw_mbf_1};
}

Generator mbf_2() {
  return {.spec = {"mbf-2",
                   "two Gaussian groups of different mean and covariance, mapped at random from "
                   "1000 dimensions to 20 (or as many as asked for); 480 rows (MbF-PCA)"},
          .rows = 480,
          .features = 20,
          .max_features = kLatent,
          .draw = draw_mbf_2};
}

}  // namespace fairpca
