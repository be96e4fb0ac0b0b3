// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/fairpca.h"

#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "experiments/fairpca/fairpca_studies.h"
#include "experiments/fairpca/replication_tables.h"
#include "experiments/fairpca/toy_figure.h"
#include "experiments/frmppca/frmppca.h"
#include "tests/fit/data_sets.h"

namespace fairpca {
namespace {

TEST(FairPcaExperimentsTest, AreFourFiguresWhoseStudiesOfOneKeyAreTheSame) {
  const std::vector<Experiment> all = fairpca_experiments();
  ASSERT_EQ(all.size(), 4U);
  std::map<std::string, std::size_t> arms;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].id, "fairpca-figure" + std::to_string(i + 1));
    EXPECT_EQ(all[i].paper, Paper::kFairPca);
    EXPECT_TRUE(all[i].present);
    for (const PaperStudy& study : all[i].studies) {
      const auto known = arms.emplace(study.key, study.arms.size()).first;
      EXPECT_EQ(known->second, study.arms.size()) << study.key;
    }
  }
  EXPECT_EQ(arms.size(), 3U);
  EXPECT_EQ(arm_named(lfw_data().study, weights_arm(20, false)).arm.options.at("eta"),
            OptionValue(1.0));
}

TEST(FrmppcaExperimentsTest, AreFigures51To519OnceEach) {
  std::set<std::string> ids;
  for (const Experiment& experiment : frmppca_experiments()) {
    EXPECT_TRUE(ids.insert(experiment.id).second) << experiment.id;
    EXPECT_EQ(experiment.paper, Paper::kFrMppca);
  }
  ASSERT_EQ(ids.size(), 19U);
  for (int i = 1; i <= 19; ++i) {
    EXPECT_TRUE(ids.contains("frmppca-figure5." + std::to_string(i))) << i;
  }
}

TEST(FairPcaExperimentsTest, TheToyConfigurationsShowWhatThePaperSays) {
  StudyRuns runs({});
  const ExperimentResult result = present_fairpca_toy(runs);
  ASSERT_EQ(result.claims.size(), 3U);
  for (const Claim& claim : result.claims) EXPECT_TRUE(claim.holds) << claim.here;
  ASSERT_EQ(result.figures.size(), 1U);
  EXPECT_EQ(result.figures.front().panels.size(), 4U);
}

TEST(FairPcaExperimentsTest, CreditOfTheReplicationIsThatOfTheStoredTables) {
  if (!std::filesystem::exists(data_set("extra"))) {
    GTEST_SKIP() << data_set("extra") << " is not there: set FAIRPCA_DATA";
  }
  ExperimentOptions options;
  options.data = data_set("");
  options.is_quick = true;
  StudyRuns runs(options);
  const ComparedTable table = replicated_errors_table(runs, Replicated::kCredit, "t");
  EXPECT_FALSE(table.is_printed);
  ASSERT_EQ(table.cells.size(), 8U);  // two d, two groups, PCA and FairPCA
  for (const ComparedCell& cell : table.cells) {
    if (cell.method != "PCA") continue;
    EXPECT_NEAR(cell.ours.mean, cell.published.mean, 1e-10) << cell.row;
    EXPECT_EQ(cell.verdict(), Verdict::kNone);  // of one projection there is no better
  }
  // A replication's fair projection cannot have a smaller largest loss than the optimum.
  for (const ComparedCell& cell : replicated_losses_table(runs, Replicated::kCredit, "t").cells) {
    if (cell.method == "PCA") continue;
    EXPECT_LE(cell.ours.mean, cell.published.mean * (1 + 1e-9)) << cell.row;
    EXPECT_LE(cell.ours.mean, cell.own.mean * (1 + 1e-9)) << cell.row;
  }
}

}  // namespace
}  // namespace fairpca
