// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "experiments/mbfpca/box_figure.h"
#include "experiments/mbfpca/mbfpca.h"
#include "experiments/mbfpca/synthetic2_runs.h"
#include "experiments/mbfpca/table1_claims.h"
#include "experiments/mbfpca/uci_studies.h"
#include "fairpca/fit/methods.h"

namespace fairpca {
namespace {

TEST(MbfPcaExperimentsTest, EveryTableAndFigureOfThePaperIsThereOnce) {
  std::multiset<std::string> ids;
  for (const Experiment& one : mbfpca_experiments()) ids.insert(one.id);
  EXPECT_EQ(ids.count("mbfpca-table1"), 1);
  for (int figure = 1; figure <= 18; ++figure) {
    SCOPED_TRACE(figure);
    EXPECT_EQ(ids.count("mbfpca-figure" + std::to_string(figure)), figure == 5 ? 0 : 1);
  }
}

TEST(MbfPcaExperimentsTest, MethodsTakeTheOptionsOfTheirArms) {
  for (const Experiment& one : mbfpca_experiments()) {
    for (const PaperStudy& study : one.studies) {
      for (const PaperArm& arm : study.arms) {
        SCOPED_TRACE(study.key + " " + arm.arm.name);
        const Method& method = find_method(arm.arm.method);
        EXPECT_NO_THROW(check_options(method, arm.arm.options));
        OptionValues quick = arm.arm.options;
        for (const auto& [name, value] : arm.quick_options) quick[name] = value;
        EXPECT_NO_THROW(check_options(method, quick));
      }
    }
  }
}

TEST(MbfPcaExperimentsTest, StudiesOfOneKeyAreTheSame) {
  std::map<std::string, const PaperStudy*> known;
  const std::vector<Experiment> all = mbfpca_experiments();
  for (const Experiment& one : all) {
    for (const PaperStudy& study : one.studies) {
      const auto [found, is_new] = known.emplace(study.key, &study);
      if (is_new) continue;
      SCOPED_TRACE(study.key);
      EXPECT_EQ(found->second->file, study.file);
      EXPECT_EQ(found->second->dimensions, study.dimensions);
      ASSERT_EQ(found->second->arms.size(), study.arms.size());
      for (std::size_t i = 0; i < study.arms.size(); ++i) {
        EXPECT_EQ(found->second->arms[i].arm.name, study.arms[i].arm.name);
        EXPECT_EQ(found->second->arms[i].arm.options, study.arms[i].arm.options);
      }
    }
  }
}

TEST(MbfPcaExperimentsTest, TheSmallTauHasStudiesOfItsOwn) {
  const std::vector<Experiment> all = mbfpca_experiments();
  const auto table = std::find_if(all.begin(), all.end(),
                                  [](const Experiment& one) { return one.id == "mbfpca-table1"; });
  int strict = 0;
  for (const PaperStudy& study : table->studies) {
    const bool is_strict = study.key.find("tau-1e-6") != std::string::npos;
    strict += is_strict ? 1 : 0;
    for (const PaperArm& arm : study.arms) {
      const auto tau = arm.arm.options.find("tau");
      const bool has_small_tau = tau != arm.arm.options.end() && tau->second == OptionValue(1e-6);
      EXPECT_EQ(has_small_tau, is_strict) << study.key;
    }
  }
  EXPECT_EQ(strict, 6);
}

TEST(BoxFigureTest, QuantilesAreLinearBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(quantile_of({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile_of({4, 1, kNoNumber, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile_of({7}, 0.9), 7);
  EXPECT_FALSE(quantile_of({}, 0.5) == quantile_of({}, 0.5));
}

LineNumbers made_up_line(const TableLine& line, double variance, double accuracy) {
  LineNumbers made{.line = line, .published = {}, .own = {}, .ours = {}};
  for (auto* numbers : {&made.published, &made.ours}) {
    (*numbers)[kLineVariance].mean = variance;
    (*numbers)[kLineAccuracy].mean = accuracy;
    (*numbers)[kLineMmd].mean = 0.01;
    (*numbers)[kLineParity].mean = 0.1;
  }
  return made;
}

/// Table 1 without the small tau, where MbF-PCA explains and predicts as given, FPCA 20 and 70 %.
std::vector<LineNumbers> made_up_table(double variance, double accuracy) {
  std::vector<LineNumbers> numbers;
  for (const Index dimensions : {Index{2}, Index{10}}) {
    for (const UciSet& set : uci_sets()) {
      for (const TableLine& line : table_lines(set, dimensions)) {
        if (line.methods == UciMethods::kStrict) continue;
        const bool is_mbf = line.methods == UciMethods::kRelaxed;
        numbers.push_back(made_up_line(line, is_mbf ? variance : 20, is_mbf ? accuracy : 70));
      }
    }
  }
  return numbers;
}

TEST(MbfPcaClaimsTest, MoreVarianceThanFpcaHoldsOnlyWhereThereIsMore) {
  StudyRuns runs{ExperimentOptions{}};
  const auto holds = [&](double variance, double accuracy) {
    const std::vector<Claim> claims = table1_claims(runs, made_up_table(variance, accuracy));
    EXPECT_EQ(claims.size(), 1);
    return claims.front().holds;
  };
  EXPECT_TRUE(holds(25, 75));
  EXPECT_TRUE(holds(25, 70));
  EXPECT_FALSE(holds(25, 65));
  EXPECT_FALSE(holds(20, 75));
  EXPECT_FALSE(holds(15, 75));
}

TEST(MbfPcaClaimsTest, ClaimsAboutLinesThatAreLeftOutAreNotMade) {
  StudyRuns runs{ExperimentOptions{}};
  EXPECT_TRUE(table1_claims(runs, {}).empty());
  std::vector<LineNumbers> numbers = made_up_table(25, 75);
  std::erase_if(numbers, [](const LineNumbers& of_line) {
    return of_line.line.methods == UciMethods::kLinear;
  });
  EXPECT_TRUE(table1_claims(runs, numbers).empty());
}

}  // namespace
}  // namespace fairpca
