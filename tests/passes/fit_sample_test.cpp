// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/model/model_file.h"
#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "passes/all_rows_mmd.h"
#include "passes/split_table.h"

namespace fairpca {
namespace fit_sample_test {

GroupedRows two_groups() {
  GroupedRows data = random_groups({260, 140}, 4, 9);
  data.rows.array() -= 100;
  return data;
}

PassSetup mmd_setup(double tau) {
  PassSetup setup;
  setup.settings.method = "mmd-fair-pca";
  setup.settings.dimensions.wanted = Index{2};
  setup.settings.options = {{"tau", tau}};
  setup.settings.seed = 4;
  setup.roles.protected_columns = {"group"};
  return setup;
}

/// mean k(x, x') + mean k(y, y') - 2 mean k(x, y), by double loop.
double v_statistic(const RowMatrix& x, const RowMatrix& y, double bandwidth) {
  const auto mean_kernel = [bandwidth](const RowMatrix& a, const RowMatrix& b) {
    double sum = 0;
    for (Index i = 0; i < a.rows(); ++i) {
      for (Index j = 0; j < b.rows(); ++j) {
        sum += std::exp(-(a.row(i) - b.row(j)).squaredNorm() / (2 * bandwidth * bandwidth));
      }
    }
    return sum / static_cast<double>(a.rows() * b.rows());
  };
  return mean_kernel(x, x) + mean_kernel(y, y) - 2 * mean_kernel(x, y);
}

TEST(FitSampleTest, ASampleThatHoldsAllRowsIsTheExactFitAndItsMmdWithinTheError) {
  const GroupedRows data = two_groups();
  SplitTable table(data.table(), data.rows, {150, 250});
  const PassSetup setup = mmd_setup(0.05);
  const Fit fit = fit_passes(setup, table.engine()).fit;
  MatrixRows whole = table.whole();
  const Fit expected = fit_rows(whole, setup.settings).fit;
  EXPECT_EQ(fit.model.projection.components, expected.model.projection.components);
  EXPECT_EQ(table.kinds_run.size(), 3U);  // counts, sample, features
  const double exact =
      v_statistic(fit.model.transform(data.of_group(0)), fit.model.transform(data.of_group(1)),
                  fit.report.mmd->bandwidth);
  const double error = number_of(fit.report, "mmd2_all_rows_error");
  EXPECT_NEAR(number_of(fit.report, "mmd2_all_rows"), exact, 2 * error);
  EXPECT_LT(error, 0.05 * exact + 1e-3);
  EXPECT_GT(number_of(fit.report, "mmd2_all_rows_rigorous_error"), error);
}

TEST(FitSampleTest, TheSampleDoesNotDependOnTheCutAndIsDrawnByGroup) {
  const GroupedRows data = two_groups();
  const PassSetup setup = mmd_setup(0.05);
  SplitTable one(data.table(), data.rows, {150, 250}), other(data.table(), data.rows, {1, 0, 399});
  const FitPassesOptions options{.sample_rows = 200, .random_features = 64};
  const Fit fit = fit_passes(setup, one.engine(), options).fit;
  const Fit cut = fit_passes(setup, other.engine(), options).fit;
  EXPECT_EQ(fit.model.projection.components, cut.model.projection.components);
  EXPECT_EQ(number_of<Index>(fit.report, "sample_rows"), 200);
  EXPECT_EQ(number_of<Index>(fit.report, "all_rows"), 400);
  ASSERT_EQ(fit.model.groups.size(), 2U);
  EXPECT_EQ(fit.model.groups[0].rows, 130);
  EXPECT_EQ(fit.model.groups[1].rows, 70);
}

TEST(FitSampleTest, AFitIsFeasibleOnlyIfTheUpperEndIsWithinTau) {
  const GroupedRows data = two_groups();
  SplitTable table(data.table(), data.rows, {150, 250});
  // Of 60 rows tau is met exactly; what 16 features say of all rows is far less certain.
  const Fit fit =
      fit_passes(mmd_setup(0.05), table.engine(), {.sample_rows = 60, .random_features = 16}).fit;
  const double upper =
      number_of(fit.report, "mmd2_all_rows") + number_of(fit.report, "mmd2_all_rows_error");
  EXPECT_EQ(fit.report.mmd->feasible, upper <= 0.05);
  EXPECT_EQ(fit.report.status == Status::kInfeasible, upper > 0.05);
  EXPECT_EQ(fit.report.missed.has_value(), upper > 0.05);
}

TEST(FitSampleTest, TheErrorIsThatOfAMeanOfFeatures) {
  const Vector squares = (Vector(4) << 0.0, 0.2, 0.4, 0.6).finished();
  const FeatureEstimate estimate = feature_estimate(squares);
  EXPECT_DOUBLE_EQ(estimate.value, 0.3);
  const double deviation = std::sqrt(0.2 / 3);
  EXPECT_NEAR(estimate.error, 1.96 * deviation / 2, 1e-15);
  EXPECT_NEAR(estimate.rigorous,
              deviation * std::sqrt(2 * std::log(80) / 4) + 28 * std::log(80) / 9, 1e-14);
}

}  // namespace fit_sample_test
}  // namespace fairpca
