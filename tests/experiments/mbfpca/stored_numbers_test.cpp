// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "experiments/mbfpca/line_numbers.h"
#include "experiments/mbfpca/stored_loadings.h"
#include "experiments/mbfpca/synthetic2_runs.h"
#include "tests/fit/data_sets.h"

namespace fairpca {
namespace {

#define REQUIRE_DATA_FOLDER()                       \
  if (!std::filesystem::exists(data_set("mbfpca"))) \
  GTEST_SKIP() << data_set("mbfpca") << " is not there: set FAIRPCA_DATA"

TEST(MbfPcaStoredTest, PcaIsScoredAsTheAuthorsStoredItInEverySplit) {
  REQUIRE_DATA_FOLDER();
  StudyRuns runs({.data = data_set("")});
  for (const UciSet& set : uci_sets()) {
    SCOPED_TRACE(set.id);
    PaperStudy study = uci_study(set, 2, UciMethods::kLinear);
    study.key += "-pca";
    study.arms.resize(1);
    study.measures_training = false;
    const StudyResult& result = runs.result(study);
    ASSERT_EQ(result.plan.splits, 10);
    const TableLine line = table_lines(set, 2).front();
    for (const TableMeasure& measure : table_measures()) {
      SCOPED_TRACE(measure.title);
      const std::vector<double> stored = stored_values(runs, line, measure.stored_test);
      const std::vector<double> here = values_over_splits(
          result, {.arm = "pca", .dimensions = "2", .measure = measure.authors_way});
      const double factor = measure.title == "%Var" ? 100 : 1;
      ASSERT_EQ(stored.size(), here.size());
      for (std::size_t s = 0; s < stored.size(); ++s) {
        EXPECT_NEAR(factor * here[s], stored[s], 1e-6) << s;  // the loadings have six decimals
      }
    }
  }
}

TEST(MbfPcaStoredTest, StoredLoadingsAreOrthonormalAndHaveTheStoredCommunality) {
  REQUIRE_DATA_FOLDER();
  const StudyRuns runs({.data = data_set("")});
  const UciSet& set = uci_set("german");
  const StoredLoadings stored(runs, set, 10);
  for (const TableLine& line : table_lines(set, 10)) {
    SCOPED_TRACE(line.title);
    const Matrix loadings = stored.loadings(line, 3);
    ASSERT_EQ(loadings.rows(), 57);
    EXPECT_LT((loadings.transpose() * loadings - Matrix::Identity(10, 10)).norm(), 1e-9);
    const std::vector<double> communality = stored.communality(line, "age");
    ASSERT_EQ(communality.size(), 10);
    EXPECT_NEAR(communality[3], loadings.row(4).squaredNorm(), 1e-12);  // age is the fifth
  }
}

TEST(MbfPcaStoredTest, StoredRunsOfSyntheticDataAreFoundBySeriesAndSize) {
  REQUIRE_DATA_FOLDER();
  const StudyRuns runs({.data = data_set("")});
  const std::vector<double> stored =
      synthetic2_stored(runs, "fpca", 20, Synthetic2Number::kVariance);
  ASSERT_EQ(stored.size(), 10);
  EXPECT_NEAR(stored.front(), 25.7223497815866, 1e-12);
  const std::vector<double> seconds =
      synthetic2_stored(runs, "mbfpca_4", 100, Synthetic2Number::kSeconds);
  EXPECT_EQ(seconds.size(), 10);
  EXPECT_NEAR(seconds.front(), 3.10999999998603, 1e-12);
}

}  // namespace
}  // namespace fairpca
