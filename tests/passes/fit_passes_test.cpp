// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fairpca/moments/moments_file.h"
#include "fairpca/passes/passes.h"
#include "passes/pass_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace fit_passes_test {

using testing::HasSubstr;

double worst_likelihood(const Fit& fit) {
  double worst = std::numeric_limits<double>::infinity();
  for (const GroupSummary& group : fit.report.groups) {
    worst = std::min(worst, group.log_likelihood.value());
  }
  return worst;
}

TEST(FitPassesTest, MomentMethodsReadEveryPartitionOnceAndEqualAFitOfAllRows) {
  const PassRows rows = pass_rows();
  for (const char* method : {"pca", "ppca", "fair-pca", "robust-fair-pca", "mean-matching-pca"}) {
    SCOPED_TRACE(method);
    SplitTable table = split(rows, {200, 0, 1, 499});
    const PassSetup setup = setup_for(method);
    const Fit fit = fit_passes(setup, table.engine()).fit;
    EXPECT_EQ(table.kinds_run, std::vector<std::string>{"rows"});
    MatrixRows whole = table.whole();
    const Fit expected = fit_rows(whole, setup.settings).fit;
    EXPECT_EQ(fit.model.encoding, expected.model.encoding);
    EXPECT_LE(projection_difference(fit.model, expected.model), 1e-10);
    EXPECT_LE((fit.model.mean - expected.model.mean).norm(), 1e-12 * expected.model.mean.norm());
    EXPECT_NEAR(fit.report.objective, expected.report.objective,
                1e-12 * std::abs(expected.report.objective));
    EXPECT_EQ(fit.model.bandwidth, std::nullopt);
    EXPECT_EQ(fit.model.provenance.options.at("partitions"), "4");
  }
}

TEST(FitPassesTest, TheBandwidthIsThatOfAllRowsWhateverTheCut) {
  const PassRows rows = pass_rows();
  const PassSetup setup = setup_for("fair-pca");
  SplitTable table = split(rows, {300, 400});
  MatrixRows whole = table.whole();
  const double expected = fit_rows(whole, setup.settings).fit.model.bandwidth.value();
  const Fit fit = fit_passes(setup, table.engine(), {.bandwidth = true}).fit;
  EXPECT_EQ(table.kinds_run.size(), 2U);  // counts, moments
  EXPECT_NEAR(fit.model.bandwidth.value(), expected, 1e-12 * expected);
}

TEST(FitPassesTest, TheSamePartitionsGiveTheSameBytesAndAnyCutTheSameMixture) {
  const PassRows rows = pass_rows();
  for (const char* method : {"mixture-ppca", "fair-mixture-ppca"}) {
    SCOPED_TRACE(method);
    PassSetup setup = mixture_setup(method);
    if (setup.settings.method == "fair-mixture-ppca") {
      setup.settings.options["group_weights"] = std::string("bisection");
      setup.settings.options["max_steps"] = std::int64_t{3};
    }
    SplitTable one = split(rows, {100, 350, 250}), again = split(rows, {100, 350, 250});
    const Fit fit = fit_passes(setup, one.engine()).fit;
    EXPECT_EQ(model_bytes(fit.model), model_bytes(fit_passes(setup, again.engine()).fit.model));
    EXPECT_EQ(one.all_results, again.all_results);
    MatrixRows whole = one.whole();
    const Fit expected = fit_rows(whole, setup.settings).fit;
    SplitTable other = split(rows, {699, 1});
    const Fit cut = fit_passes(setup, other.engine()).fit;
    EXPECT_NEAR(worst_likelihood(fit), worst_likelihood(expected), 1e-6);
    EXPECT_NEAR(worst_likelihood(cut), worst_likelihood(expected), 1e-6);
    EXPECT_EQ(fit.report.iterations, expected.report.iterations);
  }
}

TEST(FitPassesTest, ChoosingByHeldOutRowsHoldsOutTheSameRows) {
  const PassRows rows = pass_rows();
  PassSetup setup = mixture_setup("mixture-ppca");
  setup.settings.options["mixture_components"] = std::vector<std::int64_t>{1, 3};
  setup.settings.options["choose_by"] = std::string("held-out");
  SplitTable table = split(rows, {50, 650});
  MatrixRows whole = table.whole();
  const Fit expected = fit_rows(whole, setup.settings).fit;
  const Fit fit = fit_passes(setup, table.engine()).fit;
  EXPECT_EQ(fit.model.mixture->size(), expected.model.mixture->size());
  EXPECT_NEAR(worst_likelihood(fit), worst_likelihood(expected), 1e-6);
}

TEST(FitPassesTest, MergingInTheClusterChangesNothingButRounding) {
  const PassRows rows = pass_rows();
  for (const char* method : {"fair-pca", "mixture-ppca"}) {
    SCOPED_TRACE(method);
    const PassSetup setup =
        std::string(method) == "fair-pca" ? setup_for(method) : mixture_setup(method);
    SplitTable table = split(rows, {100, 100, 100, 100, 300});
    const Fit fit = fit_passes(setup, table.engine()).fit;
    const Fit merged = fit_passes(setup, table.engine(2)).fit;
    EXPECT_NEAR(merged.report.objective, fit.report.objective,
                1e-8 * std::abs(fit.report.objective));
    EXPECT_EQ(merged.model.provenance.options, fit.model.provenance.options);
  }
}

TEST(FitPassesTest, MissingCellsAreFilledOrModelledAsInAFitOfAllRows) {
  PassRows rows = pass_rows();
  for (Index i = 0; i < 700; i += 11) {
    rows.numbers(i, i % 4) = std::numeric_limits<double>::quiet_NaN();
  }
  for (const auto& [method, missing] :
       {std::pair("fair-pca", MissingCells::kMean), std::pair("fair-pca", MissingCells::kDropRow),
        std::pair("mixture-ppca", MissingCells::kDropRow),
        std::pair("ppca", MissingCells::kModel)}) {
    SCOPED_TRACE(method);
    PassSetup setup =
        std::string(method) == "mixture-ppca" ? mixture_setup(method) : setup_for(method);
    setup.settings.missing = missing;
    SplitTable table = split(rows, {123, 577});
    MatrixRows whole = table.whole();
    const Fit expected = fit_rows(whole, setup.settings).fit;
    const Fit fit = fit_passes(setup, table.engine()).fit;
    EXPECT_EQ(fit.model.rows, expected.model.rows);
    EXPECT_NEAR(fit.report.objective, expected.report.objective,
                1e-8 * std::abs(expected.report.objective));
  }
}

TEST(FitPassesTest, ABadCellIsNamedWithItsPartitionRowAndColumn) {
  PassRows rows = pass_rows();
  rows.numbers(450, 2) = std::numeric_limits<double>::quiet_NaN();
  rows.numbers(699, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const char* method : {"pca", "mixture-ppca"}) {
    SCOPED_TRACE(method);
    SplitTable table = split(rows, {200, 200, 300});
    const Message problem = rejection_of([&] {
      fit_passes(std::string(method) == "pca" ? setup_for(method) : mixture_setup(method),
                 table.engine());
    });
    EXPECT_EQ(problem.code(), "partition-failed");
    EXPECT_EQ(problem.place(), (Place{.row = 51, .column = "c3"}));
    EXPECT_THAT(problem.text(), HasSubstr("partition 2: row 51, column 'c3'"));
    EXPECT_THAT(problem.text(), HasSubstr("missing = drop-row"));
  }
}

TEST(FitPassesTest, RowsThatChangeBetweenPassesAreFound) {
  const PassRows rows = pass_rows();
  SplitTable table = split(rows, {300, 400}), fewer = split(rows, {300, 399});
  const RunPass first = table.engine(), then = fewer.engine();
  int passes = 0;
  const RunPass changing = [&](const PassTask& task, const auto& take) {
    (passes++ == 0 ? first : then)(task, take);
  };
  const Message problem =
      rejection_of([&] { fit_passes(setup_for("fair-pca"), changing, {.bandwidth = true}); });
  EXPECT_EQ(problem.code(), "partitions-changed");
  EXPECT_EQ(problem.argument("partition"), "1");
}

TEST(FitPassesTest, ResultsOutOfOrderOrDamagedAreRejected) {
  const PassRows rows = pass_rows();
  SplitTable table = split(rows, {300, 400});
  const RunPass engine = table.engine();
  const auto with = [&](const std::function<void(std::vector<std::string>&)>& change) -> RunPass {
    return [&engine, change](const PassTask& task, const auto& take) {
      std::vector<std::string> results;
      engine(task, [&](std::string_view bytes) { results.emplace_back(bytes); });
      change(results);
      for (const std::string& bytes : results) take(bytes);
    };
  };
  const auto code_of = [&](const RunPass& run) {
    return std::string(rejection_of([&] { fit_passes(setup_for("pca"), run); }).code());
  };
  EXPECT_EQ(code_of(with([](auto& results) { std::swap(results[0], results[1]); })),
            "partitions-not-in-order");
  for (const std::size_t length : {0, 8, 40, 200}) {
    EXPECT_EQ(code_of(with([length](auto& results) { results[1].resize(length); })), "pass-bytes");
  }
}

TEST(FitPassesTest, NoRowsAnywhereIsSaidSo) {
  const PassRows rows = pass_rows();
  SplitTable table = split(rows, {0, 0});
  EXPECT_EQ(rejection_of([&] { fit_passes(setup_for("pca"), table.engine()); }).code(),
            "partitions-without-rows");
}

TEST(FitPassesTest, MomentsAreThoseOfAllRows) {
  const PassRows rows = pass_rows();
  SplitTable table = split(rows, {350, 350});
  const GroupMoments moments = moments_passes(setup_for("pca"), table.engine());
  MatrixRows whole = table.whole();
  const GroupMoments expected = accumulate_moments(whole);
  ASSERT_EQ(moments.cells().size(), expected.cells().size());
  for (const auto& [key, cell] : expected.cells()) {
    const Moments& found = moments.cells().at(key);
    EXPECT_EQ(found.count(), cell.count());
    EXPECT_LE((found.scatter() - cell.scatter()).norm(), 1e-12 * cell.scatter().norm());
  }
}

}  // namespace fit_passes_test
}  // namespace fairpca
