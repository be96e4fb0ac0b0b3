// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace mmd_kernel_family_test {

FitSettings laplace_settings(OptionValues options, Index d, int threads = 1) {
  options["kernel_family"] = std::string("laplace");
  return {.method = "mmd-fair-pca",
          .options = std::move(options),
          .dimensions = {.wanted = d},
          .pass = {.threads = threads}};
}

/// The biased MMD^2 under the Laplace kernel, by the definition.
double laplace_mmd2(const RowMatrix& a, const RowMatrix& b, double scale) {
  const auto mean_kernel = [&](const RowMatrix& x, const RowMatrix& y) {
    double sum = 0;
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < y.rows(); ++j) {
        sum += std::exp(-(x.row(i) - y.row(j)).lpNorm<1>() / scale);
      }
    }
    return sum / static_cast<double>(x.rows() * y.rows());
  };
  return mean_kernel(a, a) + mean_kernel(b, b) - 2 * mean_kernel(a, b);
}

TEST(MmdKernelFamilyTest, WhatALaplaceFitClaimsHoldsForTheRows) {
  const GroupedRows data = random_groups({90, 70}, 6, 3);
  for (const char* solver : {"refined", "repms"}) {
    SCOPED_TRACE(solver);
    const Fit found =
        fit(data, laplace_settings({{"tau", 0.022}, {"solver", std::string(solver)}}, 2));
    const MmdSummary& mmd = *found.report.mmd;
    EXPECT_TRUE(mmd.feasible);
    const RowMatrix one = found.model.transform(data.of_group(0));
    const RowMatrix other = found.model.transform(data.of_group(1));
    EXPECT_NEAR(mmd.mmd2, laplace_mmd2(one, other, mmd.bandwidth), 1e-12);
    EXPECT_LE(mmd.mmd2, 0.022);
    EXPECT_GT(mmd.mmd2_pca, 0.022);
    EXPECT_NEAR(mmd.bandwidth, std::numbers::sqrt2 * *found.model.bandwidth, 1e-12);
    EXPECT_EQ(found.model.provenance.options.at("kernel-family"), "laplace");
    const Matrix& v = found.model.projection.components;
    EXPECT_LE((v.transpose() * v - Matrix::Identity(2, 2)).norm(), 1e-12);
    // The kernel sees the frame: turned by 45 degrees, the same plane has another MMD^2.
    const double turn = std::numbers::sqrt2 / 2;
    const Matrix turned = Matrix{{turn, -turn}, {turn, turn}};
    EXPECT_GT(std::abs(laplace_mmd2(one * turned, other * turned, mmd.bandwidth) - mmd.mmd2), 1e-4);
  }
}

TEST(MmdKernelFamilyTest, ALaplaceFitExplainsNoLessThanTheBestLineWithinTau) {
  // In two columns every line is an angle.
  const GroupedRows data = random_groups({80, 80}, 2, 5);
  const Fit found = fit(data, laplace_settings({{"tau", 0.02}}, 1));
  const MmdSummary& mmd = *found.report.mmd;
  ASSERT_TRUE(mmd.feasible);
  ASSERT_GT(mmd.mmd2_pca, 0.02);
  const RowMatrix centred = data.rows.rowwise() - data.rows.colwise().mean();
  double best = 0;
  for (int step = 0; step < 400; ++step) {
    const double angle = std::numbers::pi * step / 400;
    const Vector line = Vector{{std::cos(angle), std::sin(angle)}};
    const RowMatrix one = data.of_group(0) * line, other = data.of_group(1) * line;
    if (laplace_mmd2(one, other, mmd.bandwidth) > 0.02) continue;
    best = std::max(best, (centred * line).squaredNorm());
  }
  const Vector& own = found.model.projection.components.col(0);
  EXPECT_GE((centred * own).squaredNorm(), 0.995 * best);
}

TEST(MmdKernelFamilyTest, ThreadsChangeNothing) {
  const GroupedRows data = random_groups({60, 60}, 5, 2);
  const OptionValues options = {{"tau", 0.04}};
  const Fit one = fit(data, laplace_settings(options, 2, 1));
  const Fit three = fit(data, laplace_settings(options, 2, 3));
  EXPECT_EQ(one.model.projection.components, three.model.projection.components);
}

TEST(MmdKernelFamilyTest, ConstantsOfThePaperDoWhatTheySay) {
  const GroupedRows data = random_groups({90, 70}, 6, 3);
  const auto summary = [&](OptionValues options, double tau = 0.03) {
    options["tau"] = tau;
    options["solver"] = std::string("repms");
    options["starts"] = std::vector<std::string>{"pca"};
    return *fit(data,
                {.method = "mmd-fair-pca", .options = options, .dimensions = {.wanted = Index{2}}})
                .report.mmd;
  };
  // rho_0 theta^k, whatever it takes.
  const MmdSummary given = summary({{"first_penalty", 0.5}, {"penalty_factor", 3.0}});
  const double power = std::log(given.penalty / 0.5) / std::log(3.0);
  EXPECT_GT(power, 0.5);
  EXPECT_NEAR(power, std::round(power), 1e-9);
  // A tau out of reach raises rho to its largest.
  EXPECT_DOUBLE_EQ(summary({{"max_penalty", 1e4}, {"max_rounds", std::int64_t{40}}}, 1e-9).penalty,
                   1e4);
  // Wider tolerances end earlier; the last one from the beginning takes fewer rounds.
  const MmdSummary usual = summary({});
  EXPECT_LT(summary({{"last_tolerance", 1e-2}}).evaluations, usual.evaluations);
  EXPECT_LT(summary({{"step_tolerance", 0.5}, {"tolerance_factor", 1e-5}}).rounds, usual.rounds);
  EXPECT_LT(summary({{"first_tolerance", 1e-6}}).rounds, usual.rounds);
}

TEST(MmdKernelFamilyTest, EveryInnerSolverReachesTheSameOptimum) {
  const GroupedRows data = random_groups({60, 60}, 4, 3);
  const auto explained = [&](const char* inner) {
    const OptionValues options = {{"tau", 0.03},
                                  {"inner_solver", std::string(inner)},
                                  {"max_iterations", std::int64_t{2000}}};
    const Fit found = fit(
        data, {.method = "mmd-fair-pca", .options = options, .dimensions = {.wanted = Index{1}}});
    EXPECT_TRUE(found.report.mmd->feasible) << inner;
    return found.report.objective;
  };
  const double usual = explained("quasi-newton");
  for (const char* inner : {"conjugate-gradient", "trust-region"}) {
    EXPECT_NEAR(explained(inner), usual, 2e-3 * usual) << inner;
  }
}

}  // namespace mmd_kernel_family_test
}  // namespace fairpca
