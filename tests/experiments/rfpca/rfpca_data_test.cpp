// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "experiments/rfpca/rfpca_numbers.h"
#include "experiments/rfpca/rfpca_scores.h"
#include "experiments/rfpca/trade_off_points.h"
#include "tests/fit/data_sets.h"

namespace fairpca {
namespace {

class RfpcaDataTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_set("rfpca"))) {
      GTEST_SKIP() << data_set("rfpca") << " is not there: set FAIRPCA_DATA";
    }
    ExperimentOptions options;
    options.data = data_set("");
    runs_.emplace(options);
  }

  std::vector<SetMeans> printed(const std::string& file) const {
    const PublishedTable table(runs_->data_file(fmt::format("published_results/{}", file)));
    std::vector<SetMeans> sets;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      SetMeans& set = sets.emplace_back();
      for (const RfpcaMethod& method : rfpca_methods()) {
        set.gap.push_back(table.number(row, fmt::format("{}_abdiff", method.column)));
        set.error.push_back(table.number(row, fmt::format("{}_are", method.column)));
      }
    }
    return sets;
  }

  std::optional<StudyRuns> runs_;
};

TEST_F(RfpcaDataTest, ThePrintedTablesHaveTheCountsThatThePaperClaimsExceptOne) {
  const LowestCounts test = lowest_counts(printed("rfpca_table1_out_of_sample.csv"));
  EXPECT_EQ(test.sets, 15);
  EXPECT_EQ(test.gap, 11);
  EXPECT_EQ(test.error, 9);
  EXPECT_EQ(test.both, 5);
  const LowestCounts train = lowest_counts(printed("rfpca_table3_in_sample.csv"));
  EXPECT_EQ(train.gap, 15);  // the paper says 14
  EXPECT_EQ(train.error, 7);
}

TEST_F(RfpcaDataTest, PcaOnTheAuthorsSplitsHasTheStoredNumbers) {
  PaperStudy study = rfpca_tables_study(rfpca_set("energy"));
  study.arms.resize(1);
  study.extras = {training_mean_errors()};
  const StudyResult& result = runs_->result(study);
  const PublishedTable stored(runs_->data_file("rfpca/pca_k3_reference.csv"));
  const std::size_t row = stored.find({{"dataset", "energy"}});
  const auto mean = [&](const std::string& measure, MeasuredRows rows) {
    return mean_over_splits(result,
                            {.arm = "pca", .dimensions = "3", .measure = measure, .rows = rows})
        .mean;
  };
  EXPECT_NEAR(mean("reconstruction_error", MeasuredRows::kTest),
              stored.number(row, "out_sample_are"), 5.1e-5);
  EXPECT_NEAR(mean("gap_training_group", MeasuredRows::kTest),
              stored.number(row, "out_sample_abdiff"), 5.1e-5);
  EXPECT_NEAR(mean("gap_training_group", MeasuredRows::kTrain),
              stored.number(row, "in_sample_abdiff"), 5.1e-5);
  // The groups' errors about their training means are what that gap is the difference of.
  for (const MeasuredRows rows : {MeasuredRows::kTest, MeasuredRows::kTrain}) {
    std::vector<std::vector<double>> errors;
    for (const char* group : {"0", "1"}) {
      errors.push_back(values_over_splits(result, {.arm = "pca",
                                                   .dimensions = "3",
                                                   .measure = kTrainingMeanError,
                                                   .rows = rows,
                                                   .group = group}));
    }
    const std::vector<double> gaps = values_over_splits(
        result, {.arm = "pca", .dimensions = "3", .measure = "gap_training_group", .rows = rows});
    ASSERT_EQ(gaps.size(), 10U);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      EXPECT_NEAR(std::abs(errors[0][i] - errors[1][i]), gaps[i], 1e-12);
    }
  }
}

TEST_F(RfpcaDataTest, TheUnfairnessOfScoredRowsIsOfTestRowsAndNotOfTrainingRows) {
  PaperStudy study = rfpca_tables_study(rfpca_set("ecoli"));
  study.arms.resize(1);
  study.splits.repeats = 2;
  const StudyResult& result = runs_->result(study);
  const ValueOf which{.arm = "pca", .dimensions = "3", .measure = kScoredRowsUnfairness};
  for (const double value : values_over_splits(result, which)) {
    EXPECT_GT(value, 0.5);  // cytoplasm is easily told
    EXPECT_LE(value, 1);
  }
  ValueOf of_training = which;
  of_training.rows = MeasuredRows::kTrain;
  for (const double value : values_over_splits(result, of_training)) EXPECT_TRUE(std::isnan(value));
}

TEST_F(RfpcaDataTest, NoProjectionIsBelowTheExactFront) {
  PaperStudy study = rfpca_pareto_study(rfpca_set("german-credit"));
  study.arms.erase(study.arms.begin() + 8, study.arms.end());
  const StudyResult& result = runs_->result(study);
  const std::vector<TradeOff> front = exact_front(*runs_, study, 3);
  const std::vector<TradeOff> points = trade_offs(result, "rfpca");
  ASSERT_EQ(points.size(), 7U);
  ASSERT_GT(front.size(), 5U);
  // The polyline is within 1e-3 of PCA's error of the front.
  const double width = 1e-3 * trade_offs(result, "pca").front().error;
  for (const TradeOff& point : points) {
    const double height = height_above(front, point);
    EXPECT_FALSE(height < -width) << height;  // not a number beyond the front
  }
  EXPECT_NEAR(front.front().error, trade_offs(result, "pca").front().error, 1e-9);
}

}  // namespace
}  // namespace fairpca
