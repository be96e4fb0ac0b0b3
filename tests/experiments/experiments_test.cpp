// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiments.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/fit/fit.h"
#include "fairpca/rows/matrix_rows.h"
#include "fairpca/synthetic/synthetic.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

TEST(ExperimentsTest, CoverFigures52To519OnceEachUnderDistinctIds) {
  std::multiset<std::string> figures;
  std::set<std::string> ids;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(ids.insert(experiment.id).second) << experiment.id;
    if (experiment.id.rfind("frmppca-", 0) != 0) continue;
    figures.insert(experiment.figures.begin(), experiment.figures.end());
  }
  std::multiset<std::string> wanted;
  for (int i = 2; i <= 19; ++i) wanted.insert(fmt::format("5.{}", i));
  EXPECT_EQ(figures, wanted);
}

TEST(ExperimentsTest, AreFoundByIdAndUnknownOnesOfferTheNearest) {
  EXPECT_EQ(find_experiment("frmppca-german").files.size(), 1U);
  const Message message = rejection_of([] { find_experiment("frmppca-germany"); });
  EXPECT_EQ(message.code(), "experiment-unknown");
  EXPECT_EQ(message.argument("name"), "frmppca-germany");
  EXPECT_THAT(message.argument("advice"), ::testing::HasSubstr("frmppca-german,"));
}

TEST(ExperimentsTest, DoNotRunWithoutTheirDataOrWithStepsBelowZero) {
  const Experiment& german = find_experiment("frmppca-german");
  EXPECT_EQ(rejection_of([&] { run_experiment(german, {}); }).code(), "data-folder-missing");
  const Message gone = rejection_of([&] { run_experiment(german, {.data = "/nowhere"}); });
  EXPECT_EQ(gone.code(), "data-set-not-there");
  EXPECT_EQ(gone.place().file, "/nowhere/frmppca/german_credit.csv");
  const Message steps =
      rejection_of([&] { run_experiment(german, {.data = "/nowhere", .max_steps = -1}); });
  EXPECT_EQ(steps.code(), "option-value");
  EXPECT_EQ(steps.option(), "max_steps");
}

TEST(ExperimentsTest, TheFigureOfASyntheticRunIsTheHistoryOfTheFit) {
  const ExperimentResult result = run_experiment(find_experiment("frmppca-synthetic-unbalanced-4"),
                                                 {.seed = 3, .max_steps = 2});
  const SyntheticData data = synthesize("frmppca-unbalanced", {.seed = 3});
  Table table;
  for (const std::string& name : data.columns) table.schema.features.push_back({name});
  table.schema.protected_columns = {"g"};
  table.numeric = data.rows;
  table.rows = data.rows.rows();
  table.protected_levels = {{{"0", "1"}, {data.group.begin(), data.group.end()}}};
  MatrixRows rows(table);
  const Fit fit = fit_rows(rows, {.method = "fair-mixture-ppca",
                                  .options = {{"mixture_components", std::int64_t{4}},
                                              {"step", 0.2},
                                              {"max_steps", std::int64_t{2}},
                                              {"max_iterations", std::int64_t{100}},
                                              {"tolerance", 1e-6}},
                                  .dimensions = {.wanted = Index{2}},
                                  .seed = 3})
                      .fit;
  ASSERT_EQ(result.figures.size(), 1U);
  const LineFigure& figure = result.figures.front();
  EXPECT_EQ(figure.id, "figure-5.5");
  ASSERT_EQ(figure.x.size(), 3);
  ASSERT_EQ(fit.report.history.size(), 3U);
  for (Index i = 0; i < 3; ++i) {
    for (Index g = 0; g < 2; ++g) {
      EXPECT_EQ(figure.values(i, g), fit.report.history[static_cast<std::size_t>(i)]
                                         .log_likelihood[static_cast<std::size_t>(g)]);
    }
  }
  EXPECT_EQ(result.summary.lines.back().method, "FR-MPPCA");
  EXPECT_EQ(result.claims.size(), 4U);
}

TEST(ExperimentsTest, StopWhenTheObserverSaysSo) {
  const auto stop = [](const std::string&) {
    return PassOptions{.observer = [](const PassProgress&) { return Flow::kStop; },
                       .stop_wanted = [] { return true; }};
  };
  EXPECT_THROW(run_experiment(find_experiment("frmppca-synthetic-balanced-4"),
                              {.max_steps = 1, .pass = stop}),
               Stopped);
}

}  // namespace
}  // namespace fairpca
