// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mmd_fair_pca.h"

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fit/grouped_rows.h"
#include "fit/mmd/mmd_by_loops.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mmd_fair_pca_test {

using testing::Contains;
using Words = std::vector<std::string>;

double largest_mmd2(const GroupedRows& data, const Model& model, double bandwidth) {
  double largest = 0;
  const int groups = static_cast<int>(data.levels.size());
  for (int g = 0; g < groups; ++g) {
    for (int h = 0; h < g; ++h) {
      largest = std::max(largest, mmd2_by_loops(model.transform(data.of_group(g)),
                                                model.transform(data.of_group(h)), bandwidth));
    }
  }
  return largest;
}

FitSettings settings_of(OptionValues options, Index d, int threads = 1) {
  return {.method = "mmd-fair-pca",
          .options = std::move(options),
          .dimensions = {.wanted = d},
          .pass = {.threads = threads}};
}

TEST(MmdFairPcaTest, WhatItClaimsHoldsForTheRows) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{90, 70}, {60, 50, 70}}) {
    for (const char* solver : {"refined", "repms", "augmented-lagrangian"}) {
      SCOPED_TRACE(solver);
      const GroupedRows data = random_groups(sizes, 6, 3);
      const Fit found = fit(data, settings_of({{"tau", 0.03}, {"solver", std::string(solver)}}, 2));
      const MmdSummary& mmd = *found.report.mmd;
      EXPECT_TRUE(found.report.converged()) << to_string(found.report.status);
      EXPECT_TRUE(mmd.feasible);
      EXPECT_LE(mmd.mmd2, 0.03);
      EXPECT_NEAR(mmd.mmd2, largest_mmd2(data, found.model, mmd.bandwidth), 1e-11);
      EXPECT_EQ(*found.model.bandwidth, mmd.bandwidth);
      const Matrix& v = found.model.projection.components;
      EXPECT_LE((v.transpose() * v - Matrix::Identity(2, 2)).norm(), 1e-12);
      EXPECT_GE(found.report.optimality_gap(), 0);
      const Fit pca = fit(data, {.method = "pca", .dimensions = {.wanted = Index{2}}});
      EXPECT_NEAR(found.report.bound, pca.report.reconstruction_error,
                  1e-9 * pca.report.reconstruction_error);
      EXPECT_NEAR(mmd.mmd2_pca, largest_mmd2(data, pca.model, mmd.bandwidth), 1e-11);
    }
  }
}

TEST(MmdFairPcaTest, NoLineWithinTauCapturesMore) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    GroupedRows data = random_groups({40, 50}, 2, seed);
    for (Index i = 0; i < data.rows.rows(); ++i) {
      if (data.codes[static_cast<std::size_t>(i)] == 1) data.rows(i, 0) += 1.5;
    }
    const double tau = 0.05;
    const Fit found = fit(
        data, settings_of({{"tau", tau}, {"starts", Words{"mean-matching", "pca", "random"}}}, 1));
    const double bandwidth = found.report.mmd->bandwidth;
    const RowMatrix rows = prepared_rows(data.rows, found.model);
    const RowMatrix first = prepared_rows(data.of_group(0), found.model);
    const RowMatrix second = prepared_rows(data.of_group(1), found.model);
    double best = 0;
    for (int k = 0; k < 720; ++k) {
      const double angle = std::numbers::pi * k / 720;
      const Vector v = Eigen::Vector2d(std::cos(angle), std::sin(angle));
      if (mmd2_by_loops(first * v, second * v, bandwidth) > tau) continue;
      best = std::max(best, (rows * v).squaredNorm() / static_cast<double>(rows.rows()));
    }
    ASSERT_TRUE(found.report.converged());
    const double captured = found.model.total_variance - found.report.reconstruction_error;
    EXPECT_GE(captured, best * (1 - 1e-3));
  }
}

/// Lee et al.'s first example: one Gaussian against two clusters, of equal mean and covariance.
GroupedRows two_clusters(Index per_group) {
  GroupedRows data;
  data.levels = {"one", "two"};
  data.rows.resize(2 * per_group, 3);
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  for (Index i = 0; i < 2 * per_group; ++i) {
    const bool second = i >= per_group;
    data.codes.push_back(second ? 1 : 0);
    const double common = second ? (i % 2 == 0 ? 1.0 : -1.0) : normal(engine);
    for (Index k = 0; k < 3; ++k) data.rows(i, k) = common + std::sqrt(0.1) * normal(engine);
  }
  // The means of the samples, too: otherwise they point along the clusters, and go with them.
  for (const Index first : {Index{0}, per_group}) {
    auto group = data.rows.middleRows(first, per_group);
    group.rowwise() -= group.colwise().mean().eval();
  }
  return data;
}

TEST(MmdFairPcaTest, MergesClustersThatMeansAndCovariancesCannotTell) {
  const GroupedRows data = two_clusters(150);
  const Fit fair = fit(data, settings_of({{"tau", 0.01}}, 2));
  EXPECT_TRUE(fair.report.converged());
  const double bandwidth = fair.report.mmd->bandwidth;
  for (const FitSettings& other : {FitSettings{.method = "pca", .dimensions = {.wanted = Index{2}}},
                                   FitSettings{.method = "constrained-fair-pca",
                                   .options = {{"mu", 0.01}},
                                   .dimensions = {.wanted = Index{2}}}}) {
    EXPECT_GT(largest_mmd2(data, fit(data, other).model, bandwidth), 0.02) << other.method;
  }
  EXPECT_LE(largest_mmd2(data, fair.model, bandwidth), 0.01);
}

TEST(MmdFairPcaTest, ThreadsAndKernelsChangeNothingThatMatters) {
  const GroupedRows data = random_groups({90, 70}, 5, 3);
  const Fit one = fit(data, settings_of({{"tau", 0.03}}, 2));
  const Fit four = fit(data, settings_of({{"tau", 0.03}}, 2, 4));
  EXPECT_EQ(one.model.projection.components, four.model.projection.components);
  for (const char* kernel : {"tiled", "tiled-single", "fourier"}) {
    const Fit other = fit(data, settings_of({{"tau", 0.03}, {"kernel", std::string(kernel)}}, 2));
    EXPECT_NEAR(other.report.objective, one.report.objective, 2e-3 * one.report.objective);
    EXPECT_LE(other.report.mmd->mmd2, 0.03);
  }
  const Fit random = fit(data, settings_of({{"tau", 0.03},
                                            {"kernel", std::string("random-features")},
                                            {"random_features", std::int64_t{200}}},
                                           2));
  // Judged by the exact MMD^2, not by the estimate.
  EXPECT_NEAR(random.report.mmd->mmd2,
              largest_mmd2(data, random.model, random.report.mmd->bandwidth), 1e-11);
}

TEST(MmdFairPcaTest, ATauThatCannotBeReachedIsSaid) {
  const GroupedRows data = random_groups({40, 30}, 4, 3);
  const Fit missed = fit(data, settings_of({{"tau", 1e-9}, {"max_rounds", std::int64_t{12}}}, 3));
  EXPECT_EQ(missed.report.status, Status::kInfeasible);
  EXPECT_FALSE(missed.report.converged());
  EXPECT_FALSE(missed.report.mmd->feasible);
  EXPECT_THAT(codes_of(missed.report.warnings), Contains(missed.report.missed->code()));
  EXPECT_EQ(missed.report.missed->argument("tau"), "1e-09");
}

/// Columns with values and as many constant ones as wanted, where groups are alike.
GroupedRows with_constant_columns(GroupedRows data, Index constant) {
  RowMatrix wide = RowMatrix::Zero(data.rows.rows(), data.rows.cols() + constant);
  wide.leftCols(data.rows.cols()) = data.rows;
  data.rows = wide;
  return data;
}

TEST(MmdFairPcaTest, ReachesATauThatDirectionsOfLittleVarianceAllow) {
  for (const auto& [seed, columns] : {std::pair{1U, Index{6}}, {1U, Index{12}}, {2U, Index{12}}}) {
    SCOPED_TRACE(columns);
    GroupedRows data = random_groups({60, 50}, columns, seed);
    for (Index i = 0; i < data.rows.rows(); ++i) {
      if (data.codes[static_cast<std::size_t>(i)] == 1) {
        data.rows.row(i) = 4 * (data.rows.row(i).array() - 100);
      }
    }
    data = with_constant_columns(data, 5);
    // So few steps lead neither PCA nor random frames there.
    OptionValues options = {{"tau", 1e-9}, {"max_iterations", std::int64_t{50}}};
    const Fit found = fit(data, settings_of(options, 5));
    EXPECT_TRUE(found.report.mmd->feasible);
    EXPECT_LE(largest_mmd2(data, found.model, found.report.mmd->bandwidth), 1.001e-9);
    options["starts"] = Words{"mean-matching", "pca", "mmd", "random"};
    EXPECT_EQ(fit(data, settings_of(options, 5)).report.status, Status::kInfeasible);
  }
}

TEST(MmdFairPcaTest, TiltedFramesExplainMoreFarBelowTheFloor) {
  // Which of many local minima one search finds hangs on rounding, so several are added up.
  double tilted = 0, others = 0, automatic = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const GroupedRows data = with_constant_columns(random_groups({60, 50}, 8, seed), 6);
    const auto explained = [&](const Words& starts) {
      const Fit found = fit(data, settings_of({{"tau", 1e-6}, {"starts", starts}}, 6));
      EXPECT_TRUE(found.report.mmd->feasible) << starts.size();
      return 1 - found.report.reconstruction_error / found.model.total_variance;
    };
    tilted += explained({"tilted"});
    others += explained({"mean-matching", "pca", "mmd"});
    automatic += explained({});
  }
  EXPECT_GT(tilted, 1.02 * others);
  EXPECT_GT(automatic, 1.05 * others);
}

TEST(MmdFairPcaTest, StartsThatDoNotExistLeavePca) {
  const GroupedRows data = random_groups({40, 30, 20}, 4, 3);  // 2 of 4 directions are left
  const auto run = [&](const char* start) {
    return fit(data, settings_of({{"tau", 0.05}, {"starts", Words{start}}}, 3));
  };
  const Fit from_pca = run("pca"), from_random = run("random");
  EXPECT_NE(from_random.model.projection.components, from_pca.model.projection.components);
  for (const char* start : {"mean-matching", "tilted"}) {
    const Fit found = run(start);
    EXPECT_EQ(found.model.projection.components, from_pca.model.projection.components) << start;
    EXPECT_EQ(found.report.mmd->evaluations, from_pca.report.mmd->evaluations) << start;
    EXPECT_THAT(codes_of(found.report.warnings), Contains("no-mean-matching-start")) << start;
  }
}

TEST(MmdFairPcaTest, ALevelTakesTheTauOfPermutedGroups) {
  const GroupedRows data = random_groups({120, 100}, 5, 3);
  const Fit found =
      fit(data, settings_of({{"tau_level", 0.1}, {"permutations", std::int64_t{99}}}, 2));
  const MmdSummary& mmd = *found.report.mmd;
  ASSERT_TRUE(mmd.feasible);
  EXPECT_GE(*mmd.p_value, 0.1);
  EXPECT_GT(mmd.mmd2_pca, mmd.tau);
  // Near the floor of the biased estimate, (1/m + 1/n)(1 - mean k), and above it.
  EXPECT_GT(mmd.tau, 0.3 * (1.0 / 120 + 1.0 / 100));
  EXPECT_LT(mmd.tau, 3 * (1.0 / 120 + 1.0 / 100));
}

TEST(MmdFairPcaTest, TheUnbiasedEstimateReachesBelowTheFloorOfTheBiasedOne) {
  const GroupedRows data = random_groups({60, 50}, 5, 3);
  const Fit found = fit(data, settings_of({{"tau", 1e-3}, {"estimator", std::string("u")}}, 2));
  EXPECT_TRUE(found.report.mmd->feasible);
  EXPECT_LE(found.report.mmd->mmd2, 1e-3);
  EXPECT_GT(largest_mmd2(data, found.model, found.report.mmd->bandwidth), 5e-3);
}

/// Rows with a label and two protected columns.
struct Labelled {
  GroupedRows data = random_groups({150, 130}, 5, 4);
  std::vector<std::int32_t> labels, other;

  Labelled() {
    for (Index i = 0; i < data.rows.rows(); ++i) {
      labels.push_back(i % 3 == 0 ? 1 : 0);
      other.push_back(i % 2 == 0 ? 1 : 0);
    }
  }
  TimedFit run(const OptionValues& options, Combine combine = Combine::kIntersection,
               bool two_columns = false) const {
    Table table = data.table();
    table.schema.label = "hired";
    table.label = {{"0", "1"}, labels};
    if (two_columns) {
      table.schema.protected_columns.emplace_back("age");
      table.protected_levels.push_back({{"old", "young"}, other});
    }
    MatrixRows rows(table);
    FitSettings settings = settings_of(options, 2);
    settings.grouping.combine = combine;
    return fit_rows(rows, settings);
  }
  RowMatrix cell(const Model& model, int group, int label) const {
    std::vector<Index> chosen;
    for (Index i = 0; i < data.rows.rows(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (data.codes[at] == group && (label < 0 || labels[at] == label)) chosen.push_back(i);
    }
    return model.transform(RowMatrix(data.rows(chosen, Eigen::all)));
  }
};

TEST(MmdFairPcaTest, FairnessGivenTheLabelComparesRowsOfTheLabel) {
  const Labelled sample;
  const double tau = 0.03;
  const Fit opportunity =
      sample.run({{"tau", tau}, {"conditional", std::string("equal-opportunity")}}).fit;
  const double bandwidth = opportunity.report.mmd->bandwidth;
  const auto given = [&](const Fit& found, int label) {
    return mmd2_by_loops(sample.cell(found.model, 0, label), sample.cell(found.model, 1, label),
                         bandwidth);
  };
  EXPECT_NEAR(opportunity.report.mmd->mmd2, given(opportunity, 1), 1e-11);
  EXPECT_LE(given(opportunity, 1), tau);
  const Fit odds = sample.run({{"tau", tau}, {"conditional", std::string("equalized-odds")}}).fit;
  EXPECT_NEAR(odds.report.mmd->mmd2, std::max(given(odds, 0), given(odds, 1)), 1e-11);
  EXPECT_LE(odds.report.mmd->mmd2, tau);
  const Message unknown = rejection_of([&] {
    sample.run(
        {{"conditional", std::string("equal-opportunity")}, {"positive", std::string("maybe")}});
  });
  EXPECT_EQ(unknown.code(), "label-unknown");
  EXPECT_EQ(unknown.argument("label"), "maybe");
  EXPECT_EQ(unknown.argument("labels"), "'0', '1'");
}

/// The number in the warning of rows without a label; empty: there is none.
std::string rows_left_out(const std::vector<Message>& warnings) {
  for (const Message& warning : warnings) {
    if (warning.code() == "rows-without-label") return warning.argument("rows");
  }
  return "";
}

TEST(MmdFairPcaTest, RowsWithoutLabelAreLeftOutAndCounted) {
  Labelled sample;
  const OptionValues odds = {{"tau", 0.03}, {"conditional", std::string("equalized-odds")}};
  const auto rows_without_label = [&](const OptionValues& options) {
    return rows_left_out(sample.run(options).fit.report.warnings);
  };
  EXPECT_EQ(rows_without_label(odds), "");
  sample.labels[0] = LevelColumn::kMissing;
  EXPECT_EQ(rows_without_label(odds), "1");
  sample.labels[4] = LevelColumn::kMissing;
  sample.labels[200] = LevelColumn::kMissing;
  EXPECT_EQ(rows_without_label(odds), "3");
  EXPECT_EQ(rows_without_label({{"tau", 0.03}, {"conditional", std::string("equal-opportunity")}}),
            "3");
  EXPECT_EQ(rows_without_label({{"tau", 0.03}}), "");
}

/// What fit_rows gives a method, for calls of the method itself.
struct DirectInput {
  explicit DirectInput(const Table& table) : rows(table), moments(accumulate_moments(rows)) {
    prepared = prepare(moments, form_groups(moments, {}), {});
    input.moments = &moments;
    input.prepared = &prepared;
    input.dimensions.wanted = Index{2};
    input.rows = &rows;
  }
  MatrixRows rows;
  GroupMoments moments;
  PreparedMoments prepared;
  FitInput input;
};

TEST(MmdFairPcaTest, ADirectCallAlsoCountsRowsWithoutLabel) {
  Labelled sample;
  sample.labels[0] = sample.labels[4] = LevelColumn::kMissing;
  Table table = sample.data.table();
  table.schema.label = "hired";
  table.label = {{"0", "1"}, sample.labels};
  const DirectInput direct(table);
  const Fit odds =
      fit_mmd_fair_pca(direct.input, {.tau = 0.03, .conditional = MmdConditional::kEqualizedOdds});
  EXPECT_EQ(rows_left_out(odds.report.warnings), "2");
  const Fit any = fit_mmd_fair_pca(direct.input, {.tau = 0.03});
  EXPECT_EQ(rows_left_out(any.report.warnings), "");
}

TEST(MmdFairPcaTest, EqualOpportunitySaysWhichLabelIsNotThere) {
  Labelled sample;
  const auto rejection = [&](const char* conditional) {
    return rejection_of([&] { sample.run({{"conditional", std::string(conditional)}}); });
  };
  const auto set_label = [&](int group, std::int32_t label) {
    for (std::size_t i = 0; i < sample.labels.size(); ++i) {
      if (group < 0 || sample.data.codes[i] == group) sample.labels[i] = label;
    }
  };
  set_label(1, 0);
  Message lacking = rejection("equal-opportunity");
  EXPECT_EQ(lacking.code(), "label-not-in-group");
  EXPECT_EQ(lacking.argument("group"), "level 1");
  EXPECT_EQ(lacking.argument("label"), "1");
  EXPECT_EQ(lacking.argument("common"), "'0'");
  EXPECT_EQ(lacking.place().column, "hired");
  lacking = rejection("equalized-odds");
  EXPECT_EQ(lacking.code(), "label-not-in-all-groups");
  EXPECT_EQ(lacking.argument("group"), "level 1");
  EXPECT_EQ(lacking.argument("label"), "1");
  EXPECT_THAT(lacking.ways_out(), Contains(Setting{"conditional", "equal-opportunity"}));
  const auto first = std::find(sample.data.codes.begin(), sample.data.codes.end(), 1);
  sample.labels[static_cast<std::size_t>(first - sample.data.codes.begin())] = 1;
  for (const char* conditional : {"equal-opportunity", "equalized-odds"}) {
    lacking = rejection(conditional);
    EXPECT_EQ(lacking.code(), "label-of-one-row") << conditional;
    EXPECT_EQ(lacking.argument("group"), "level 1");
    EXPECT_EQ(lacking.argument("label"), "1");
  }
  set_label(1, 0);
  set_label(0, 1);
  EXPECT_EQ(rejection("equal-opportunity").code(), "no-common-label");
  set_label(1, LevelColumn::kMissing);
  EXPECT_EQ(rejection("equal-opportunity").code(), "no-common-label");
  set_label(-1, 0);
  EXPECT_EQ(rejection("equal-opportunity").code(), "label-unknown");
  set_label(-1, LevelColumn::kMissing);
  EXPECT_EQ(rejection("equal-opportunity").code(), "label-column-empty");
}

TEST(MmdFairPcaTest, AMissedTauIsInTheReportWithItsWayOut) {
  GroupedRows data = random_groups({40, 40}, 5, 6);
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (data.codes[static_cast<std::size_t>(i)] == 1) {
      data.rows.row(i) = 100 + 6 * (data.rows.row(i).array() - 100);
    }
  }
  const auto missed = [&](const OptionValues& options, Index d) {
    const Fit found = fit(data, settings_of(options, d));
    EXPECT_EQ(found.report.status, Status::kInfeasible);
    EXPECT_THAT(codes_of(found.report.warnings), Contains(found.report.missed->code()));
    EXPECT_EQ(found.report.missed->argument("mmd2"), fmt::format("{}", found.report.mmd->mmd2));
    return *found.report.missed;
  };
  const Message found = missed({{"tau", 1e-9}, {"max_rounds", std::int64_t{2}}}, 4);
  EXPECT_EQ(found.code(), "mmd-above-tau");
  EXPECT_EQ(found.argument("tau"), "1e-09");
  EXPECT_THAT(found.ways_out(), testing::ElementsAre(Setting{"tau"}, Setting{"dimensions"},
                                                     Setting{"estimator", "u"}));
  EXPECT_FALSE(fit(data, settings_of({{"tau", 0.5}}, 2)).report.missed);
}

TEST(MmdFairPcaTest, EqualizedOddsNeedsTwoLabels) {
  Labelled sample;
  const auto rejection = [&](std::int32_t label) {
    sample.labels.assign(sample.labels.size(), label);
    return rejection_of([&] { sample.run({{"conditional", std::string("equalized-odds")}}); });
  };
  EXPECT_EQ(rejection(1).code(), "single-label");
  EXPECT_EQ(rejection(1).argument("label"), "1");
  EXPECT_EQ(rejection(1).place().column, "hired");
  EXPECT_EQ(rejection(LevelColumn::kMissing).code(), "label-column-empty");
}

TEST(MmdFairPcaTest, SeveralAttributesAreConstrainedEach) {
  const Labelled sample;
  const Fit each = sample.run({{"tau", 0.03}}, Combine::kPerAttribute, true).fit;
  EXPECT_EQ(each.report.groups.size(), 4U);
  EXPECT_EQ(each.report.dual_weights.size(), 2U);
  EXPECT_LE(mmd2_by_loops(sample.cell(each.model, 0, -1), sample.cell(each.model, 1, -1),
                          each.report.mmd->bandwidth),
            0.03);
  const Fit crossed = sample.run({{"tau", 0.06}}, Combine::kIntersection, true).fit;
  EXPECT_EQ(crossed.report.dual_weights.size(), 6U);
  const Fit mean =
      sample.run({{"tau", 0.06}, {"pairs", std::string("mean")}}, Combine::kIntersection, true).fit;
  EXPECT_EQ(mean.report.dual_weights.size(), 1U);
  EXPECT_LE(mean.report.objective, crossed.report.objective * (1 + 1e-3));
}

}  // namespace mmd_fair_pca_test
}  // namespace fairpca
