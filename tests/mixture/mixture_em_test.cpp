// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_em.h"

#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/error.h"
#include "mixture/mixture_start.h"
#include "mixture/random_mixture.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mixture_em_test {

EmOptions options_for(const PlainRows& data) {
  EmOptions options;
  options.rows = static_cast<double>(data.rows().rows());
  options.noise_floor = 1e-12;
  options.tolerance = 1e-13;
  options.max_iterations = 3000;
  return options;
}

PpcaMixture start_for(PlainRows& data, Index count, Index q, const EmOptions& em,
                      StartKind kind = StartKind::kClusters) {
  SpectralSolver spectral;
  const StartRows from =
      draw_start_rows(data.prepared(), data.cell_weights(), data.rows().rows(), 3);
  return start_mixture(from, {.components = count, .latent_dimensions = q, .kind = kind, .seed = 3},
                       em, spectral);
}

EmResult fit(PlainRows& data, Index count, Index q, const EmOptions& em,
             StartKind kind = StartKind::kClusters) {
  SpectralSolver spectral;
  return run_em(data.prepared(), start_for(data, count, q, em, kind), data.cell_weights(), em,
                spectral);
}

Matrix covariance_of_rows(const RowMatrix& rows) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  return centred.transpose() * centred / static_cast<double>(rows.rows());
}

TEST(MixtureEmTest, OneComponentIsTheClosedFormOfProbabilisticPca) {
  PlainRows data(rows_of(random_mixture(1, 6, 2, 41), 300, 42));
  const Vector eigenvalues = dense::eigenvalues(covariance_of_rows(data.rows()));
  const double noise = eigenvalues.head(4).mean();
  for (const MStep m_step : {MStep::kLatent, MStep::kExact}) {
    EmOptions em = options_for(data);
    em.m_step = m_step;
    em.tolerance = 1e-15;
    const EmResult result = fit(data, 1, 2, em, StartKind::kRandom);
    EXPECT_TRUE(result.converged);
    const PpcaComponent& component = result.mixture.components.front();
    EXPECT_NEAR(component.noise_variance, noise, 1e-6 * noise);
    EXPECT_NEAR(component.variance[0], eigenvalues[5], 1e-5);
    EXPECT_NEAR(component.variance[1], eigenvalues[4], 1e-5);
    EXPECT_LE((component.mean.transpose() - data.rows().colwise().mean()).norm(), 1e-10);
  }
}

TEST(MixtureEmTest, OneExactStepFromAnywhereIsTheClosedForm) {
  PlainRows data(rows_of(random_mixture(1, 6, 2, 43), 300, 44));
  EmOptions em = options_for(data);
  em.m_step = MStep::kExact;
  em.max_iterations = 1;
  PpcaMixture start = start_for(data, 1, 2, em);
  start.components[0].mean.array() += 3;
  SpectralSolver spectral;
  const PpcaComponent found =
      run_em(data.prepared(), start, data.cell_weights(), em, spectral).mixture.components[0];
  const Vector eigenvalues = dense::eigenvalues(covariance_of_rows(data.rows()));
  EXPECT_NEAR(found.noise_variance, eigenvalues.head(4).mean(), 1e-9);
  EXPECT_NEAR(found.variance[0], eigenvalues[5], 1e-9);
  EXPECT_NEAR(found.variance[1], eigenvalues[4], 1e-9);
}

TEST(MixtureEmTest, ThePenalizedLogLikelihoodNeverFalls) {
  for (const bool with_prior : {false, true}) {
    for (const MStep m_step : {MStep::kLatent, MStep::kExact}) {
      for (const Index missing_every : {0, 8}) {
        SCOPED_TRACE(fmt::format("prior {}, exact {}, missing {}", with_prior,
                                 m_step == MStep::kExact, missing_every));
        RowMatrix rows = rows_of(random_mixture(3, 5, 2, 51), 200, 52);
        if (missing_every > 0) rows = with_missing_cells(rows, missing_every, 53);
        PlainRows data(rows);
        EmOptions em = options_for(data);
        em.m_step = m_step;
        em.max_iterations = 60;
        if (with_prior) em.prior = {.shape = 3, .scale = 5};
        const EmResult result = fit(data, 4, 2, em, StartKind::kRandom);
        for (std::size_t i = 1; i < result.history.size(); ++i) {
          EXPECT_GE(result.history[i], result.history[i - 1] - 1e-12) << "step " << i;
        }
        EXPECT_GT(result.history.back(), result.history.front());
      }
    }
  }
}

/// Penalised mean log-likelihood, by full covariances.
double value_of(const PpcaMixture& mixture, const RowMatrix& rows, const EmOptions& em) {
  double sum = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    sum += mixture_log_density(mixture, rows.row(i).transpose());
  }
  for (const PpcaComponent& component : mixture.components) {
    sum += em.prior.log_density(component.noise_variance);
  }
  return sum / static_cast<double>(rows.rows());
}

TEST(MixtureEmTest, NoDirectionLeadsUphillFromWhereItConverges) {
  PlainRows data(rows_of(random_mixture(2, 4, 1, 61), 150, 62));
  for (const MStep m_step : {MStep::kLatent, MStep::kExact}) {
    EmOptions em = options_for(data);
    em.m_step = m_step;
    em.prior = {.shape = 2, .scale = 3};
    const EmResult result = fit(data, 2, 1, em);
    ASSERT_TRUE(result.converged);
    EXPECT_NEAR(value_of(result.mixture, data.rows(), em), result.penalized(), 1e-10);
    const auto slope = [&](auto change) {
      PpcaMixture up = result.mixture, down = result.mixture;
      constexpr double kStep = 1e-4;
      change(up.components[0], kStep);
      change(down.components[0], -kStep);
      return (value_of(up, data.rows(), em) - value_of(down, data.rows(), em)) / (2 * kStep);
    };
    EXPECT_NEAR(slope([](PpcaComponent& c, double t) { c.noise_variance += t; }), 0, 1e-5);
    EXPECT_NEAR(slope([](PpcaComponent& c, double t) { c.variance[0] += t; }), 0, 1e-5);
    EXPECT_NEAR(slope([](PpcaComponent& c, double t) { c.mean[1] += t; }), 0, 1e-5);
    const Vector tilt = random_matrix(4, 1, 63).col(0).normalized();
    EXPECT_NEAR(
        slope([&](PpcaComponent& c, double t) { c.frame = (c.frame + t * tilt).normalized(); }), 0,
        1e-5);
  }
}

TEST(MixtureEmTest, BothStepsReachTheSameMaximum) {
  PlainRows data(rows_of(random_mixture(3, 5, 2, 71), 400, 72));
  EmOptions em = options_for(data);
  const EmResult latent = fit(data, 3, 2, em);
  em.m_step = MStep::kExact;
  const EmResult exact = fit(data, 3, 2, em);
  ASSERT_TRUE(latent.converged && exact.converged);
  EXPECT_NEAR(latent.log_likelihood, exact.log_likelihood, 1e-9);
  EXPECT_LE(exact.iterations, latent.iterations);
}

void expect_same_bits(const RowMatrix& rows) {
  std::vector<EmResult> results;
  for (const auto& [keep, threads] :
       std::vector<std::pair<KeepRows, int>>{{KeepRows::kNever, 1},
                                             {KeepRows::kNever, 3},
                                             {KeepRows::kAlways, 1},
                                             {KeepRows::kAlways, 4}}) {
    PlainRows data(rows, keep, threads);
    EmOptions em = options_for(data);
    em.max_iterations = 5;
    results.push_back(fit(data, 3, 2, em));
    EXPECT_EQ(data.prepared().is_kept(), keep == KeepRows::kAlways);
  }
  for (const EmResult& result : results) {
    EXPECT_EQ(result.history, results.front().history);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(result.mixture.components[k].frame, results.front().mixture.components[k].frame);
    }
  }
}

TEST(MixtureEmTest, ThreadsAndKeptRowsDoNotChangeABit) {
  expect_same_bits(with_missing_cells(rows_of(random_mixture(3, 5, 2, 81), 9000, 82), 50, 83));
  expect_same_bits(with_missing_cells(one_hot_rows(9000, 4, 84), 500, 85));
}

/// Plain EM by full covariances, row by row: the likelihood after so many steps.
double plain_em(const RowMatrix& rows, PpcaMixture mixture, int steps, const EmOptions& em) {
  const Index count = mixture.size();
  SpectralSolver spectral;
  for (int step = 0; step < steps; ++step) {
    Matrix shares(rows.rows(), count);
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index k = 0; k < count; ++k) {
        const PpcaComponent& at = mixture.components[static_cast<std::size_t>(k)];
        shares(i, k) = std::log(at.weight) +
                       gaussian_log_density(rows.row(i).transpose(), at.mean, covariance_of(at));
      }
      shares.row(i) = (shares.row(i).array() - shares.row(i).maxCoeff()).exp();
      shares.row(i) /= shares.row(i).sum();
    }
    for (Index k = 0; k < count; ++k) {
      PpcaComponent& at = mixture.components[static_cast<std::size_t>(k)];
      const double total = shares.col(k).sum();
      const Vector mean = rows.transpose() * shares.col(k) / total;
      const Matrix centred = rows.rowwise() - mean.transpose();
      const Matrix scatter = centred.transpose() * shares.col(k).asDiagonal() * centred / total;
      at = ppca_of(scatter, at.frame.cols(), total, em, spectral);
      at.weight = total / static_cast<double>(rows.rows());
      at.mean = mean;
    }
  }
  double sum = 0;
  for (const auto& row : rows.rowwise()) sum += mixture_log_density(mixture, row.transpose());
  return sum / static_cast<double>(rows.rows());
}

TEST(MixtureEmTest, StepsOnCategoriesAreThoseOfPlainEmWithFullCovariances) {
  PlainRows data(one_hot_rows(300, 4, 94), KeepRows::kAlways);
  ASSERT_FALSE(deviations_of(data.rows()).empty());
  EmOptions em = options_for(data);
  em.m_step = MStep::kExact;
  em.prior = {.shape = 2, .scale = 3};
  em.max_iterations = 6;
  const PpcaMixture start = start_for(data, 3, 2, em);
  SpectralSolver spectral;
  const EmResult result = run_em(data.prepared(), start, data.cell_weights(), em, spectral);
  EXPECT_EQ(result.iterations, 6);
  EXPECT_NEAR(result.log_likelihood, plain_em(data.rows(), start, 6, em), 1e-9);
}

TEST(MixtureEmTest, ProgressCountsTheRowsOfAllPasses) {
  for (const KeepRows keep : {KeepRows::kNever, KeepRows::kAlways}) {
    std::vector<Index> seen;
    PassOptions pass;
    pass.observer = [&](const PassProgress& progress) {
      EXPECT_LT(progress.fraction, 0);  // how far one of many passes is tells nothing
      seen.push_back(progress.rows);
      return Flow::kContinue;
    };
    PlainRows data(rows_of(random_mixture(1, 3, 1, 161), 9000, 162), keep, 1, pass.observer);
    EmOptions em = options_for(data);
    em.max_iterations = 3;
    const EmResult result = fit(data, 1, 1, em);
    ASSERT_FALSE(seen.empty());
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    // one for the start, one per E-step, and one that keeps the rows
    const auto steps = static_cast<Index>(result.history.size());
    const Index passes = 1 + steps + (keep == KeepRows::kAlways ? 1 : 0);
    EXPECT_EQ(seen.back(), passes * 9000);
  }
}

TEST(MixtureEmTest, MissingCellsAreLearntFromTheOthers) {
  const RowMatrix complete = rows_of(random_mixture(1, 6, 2, 91), 4000, 92);
  PlainRows whole(complete), holes(with_missing_cells(complete, 5, 93));
  const EmResult all = fit(whole, 1, 2, options_for(whole));
  const EmResult some = fit(holes, 1, 2, options_for(holes));
  ASSERT_TRUE(some.converged);
  const Matrix wanted = covariance_of(all.mixture.components[0]);
  const Matrix found = covariance_of(some.mixture.components[0]);
  EXPECT_LE((found - wanted).norm(), 0.05 * wanted.norm());  // sampling error of 20 % of the cells
}

TEST(MixtureEmTest, ComponentsWithoutRowsStayFiniteAndGetNoWeight) {
  PlainRows data(rows_of(random_mixture(1, 4, 1, 101), 100, 102));
  EmOptions em = options_for(data);
  em.max_iterations = 20;
  PpcaMixture start = start_for(data, 2, 1, em);
  start.components[1].mean.array() += 1e9;  // no row will ever be its
  SpectralSolver spectral;
  const EmResult result = run_em(data.prepared(), start, data.cell_weights(), em, spectral);
  EXPECT_EQ(result.mixture.components[1].weight, 0);
  EXPECT_EQ(result.mixture.components[0].weight, 1);
  EXPECT_TRUE(std::isfinite(result.log_likelihood));
}

TEST(MixtureEmTest, APriorKeepsTheNoiseOffZero) {
  RowMatrix rows = rows_of(random_mixture(2, 4, 1, 111), 60, 112);
  rows.topRows(20) = rows.row(0).replicate(20, 1);  // a point that could take a component alone
  PlainRows data(rows);
  EmOptions em = options_for(data);
  em.prior = {.shape = 1, .scale = 0.01};
  const EmResult result = fit(data, 3, 1, em);
  for (const PpcaComponent& component : result.mixture.components) {
    EXPECT_GT(component.noise_variance, 1e-5);
  }
}

TEST(MixtureStartTest, StartsAreRepeatableAndDifferByNumberAndSeed) {
  PlainRows data(rows_of(random_mixture(3, 4, 1, 121), 200, 122));
  const EmOptions em = options_for(data);
  SpectralSolver spectral;
  const StartRows from = draw_start_rows(data.prepared(), data.cell_weights(), 200, 0);
  EXPECT_EQ(from.rows.rows(), 200);
  const RowMatrix reversed = data.rows().colwise().reverse();
  PlainRows backwards(reversed);
  EXPECT_EQ(draw_start_rows(backwards.prepared(), data.cell_weights(), 200, 0).rows, from.rows);
  for (const StartKind kind : {StartKind::kClusters, StartKind::kRandom}) {
    const StartOptions options{.components = 3, .latent_dimensions = 1, .kind = kind};
    StartOptions other = options;
    other.number = 1;
    const auto means = [&](const StartOptions& chosen) {
      Matrix all(4, 3);
      const PpcaMixture mixture = start_mixture(from, chosen, em, spectral);
      for (Index k = 0; k < 3; ++k)
        all.col(k) = mixture.components[static_cast<std::size_t>(k)].mean;
      return all;
    };
    EXPECT_EQ(means(options), means(options));
    EXPECT_NE(means(options), means(other));
  }
}

TEST(MixtureStartTest, OfManyRowsAFewAreDrawnWhateverTheThreads) {
  const RowMatrix rows = random_matrix(30000, 2, 131);
  PlainRows one(rows), many(rows, KeepRows::kAlways, 3);
  const StartRows a = draw_start_rows(one.prepared(), one.cell_weights(), 30000, 7);
  const StartRows b = draw_start_rows(many.prepared(), many.cell_weights(), 30000, 7);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_NEAR(static_cast<double>(a.rows.rows()), 10000, 500);
  const StartRows more =
      draw_start_rows(one.prepared(), one.cell_weights(), 30000, 7, StartRows::wanted(10000));
  EXPECT_NEAR(static_cast<double>(more.rows.rows()), 20000, 500);
}

TEST(MixtureStartTest, RowsWithMissingCellsCountWithTheCellsTheyHave) {
  RowMatrix rows = random_matrix(50, 3, 151);
  rows.col(1).setConstant(std::numeric_limits<double>::quiet_NaN());
  PlainRows data(rows);
  const StartRows from = draw_start_rows(data.prepared(), data.cell_weights(), 50, 0);
  EXPECT_TRUE(from.rows.col(1).isZero(0));
  EXPECT_NEAR(from.rows.col(0).sum(), rows.col(0).sum(), 1e-12);
}

TEST(MixtureStartTest, MoreComponentsThanRowsAreRejected) {
  PlainRows data(rows_of(random_mixture(1, 4, 1, 141), 3, 142));
  const Message message = rejection_of([&] { start_for(data, 4, 1, options_for(data)); });
  EXPECT_EQ(message.code(), "too-many-components");
  EXPECT_EQ(message.option(), "mixture_components");
  EXPECT_EQ(message.argument("components"), "4");
  EXPECT_EQ(message.argument("rows"), "3");
}

}  // namespace mixture_em_test
}  // namespace fairpca
