// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mmd_fair_pca.h"

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/message_of.h"
#include "fit/grouped_rows.h"
#include "fit/mmd_by_loops.h"

namespace fairpca {
namespace mmd_fair_pca_test {

using testing::HasSubstr;

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
      const std::map<std::string, double>& measures = found.report.measures;
      EXPECT_TRUE(found.report.converged()) << to_string(found.report.status);
      EXPECT_EQ(measures.at("feasible"), 1);
      EXPECT_LE(measures.at("mmd2"), 0.03);
      EXPECT_NEAR(measures.at("mmd2"), largest_mmd2(data, found.model, measures.at("bandwidth")),
                  1e-11);
      EXPECT_EQ(*found.model.bandwidth, measures.at("bandwidth"));
      const Matrix& v = found.model.projection.components;
      EXPECT_LE((v.transpose() * v - Matrix::Identity(2, 2)).norm(), 1e-12);
      EXPECT_GE(found.report.gap(), 0);
      const Fit pca = fit(data, {.method = "pca", .dimensions = {.wanted = Index{2}}});
      EXPECT_NEAR(found.report.bound, pca.report.reconstruction_error,
                  1e-9 * pca.report.reconstruction_error);
      EXPECT_NEAR(measures.at("mmd2_pca"), largest_mmd2(data, pca.model, measures.at("bandwidth")),
                  1e-11);
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
        data, settings_of({{"tau", tau}, {"starts", std::string("mean-matching,pca,random")}}, 1));
    const double bandwidth = found.report.measures.at("bandwidth");
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
  // The means of the samples, too: else they point along the clusters, and go with them.
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
  const double bandwidth = fair.report.measures.at("bandwidth");
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
    EXPECT_LE(other.report.measures.at("mmd2"), 0.03);
  }
  const Fit random = fit(data, settings_of({{"tau", 0.03},
                                            {"kernel", std::string("random-features")},
                                            {"random_features", std::int64_t{200}}},
                                           2));
  // Judged by the exact MMD^2, whatever the estimate said.
  EXPECT_NEAR(random.report.measures.at("mmd2"),
              largest_mmd2(data, random.model, random.report.measures.at("bandwidth")), 1e-11);
}

TEST(MmdFairPcaTest, ATauThatCannotBeReachedIsSaid) {
  const GroupedRows data = random_groups({40, 30}, 4, 3);
  const Fit missed = fit(data, settings_of({{"tau", 1e-9}, {"max_rounds", std::int64_t{12}}}, 3));
  EXPECT_EQ(missed.report.status, Status::kInfeasible);
  EXPECT_FALSE(missed.report.converged());
  EXPECT_EQ(missed.report.measures.at("feasible"), 0);
  EXPECT_THAT(missed.report.warnings, testing::Contains(HasSubstr("above tau 1e-09")));
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
    EXPECT_EQ(found.report.measures.at("feasible"), 1);
    EXPECT_LE(largest_mmd2(data, found.model, found.report.measures.at("bandwidth")), 1.001e-9);
    options["starts"] = std::string("mean-matching,pca,mmd,random");
    EXPECT_EQ(fit(data, settings_of(options, 5)).report.status, Status::kInfeasible);
  }
}

TEST(MmdFairPcaTest, TiltedFramesExplainMoreFarBelowTheFloor) {
  // Which of many local minima one search finds hangs on rounding, so several are added up.
  double tilted = 0, others = 0, automatic = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const GroupedRows data = with_constant_columns(random_groups({60, 50}, 8, seed), 6);
    const auto explained = [&](const char* starts) {
      const Fit found = fit(data, settings_of({{"tau", 1e-6}, {"starts", std::string(starts)}}, 6));
      EXPECT_EQ(found.report.measures.at("feasible"), 1) << starts;
      return 1 - found.report.reconstruction_error / found.model.total_variance;
    };
    tilted += explained("tilted");
    others += explained("mean-matching,pca,mmd");
    automatic += explained("automatic");
  }
  EXPECT_GT(tilted, 1.02 * others);
  EXPECT_GT(automatic, 1.05 * others);
}

TEST(MmdFairPcaTest, StartsThatDoNotExistLeavePca) {
  const GroupedRows data = random_groups({40, 30, 20}, 4, 3);  // 2 of 4 directions are left
  for (const char* starts : {"mean-matching", "tilted"}) {
    const Fit found = fit(data, settings_of({{"tau", 0.05}, {"starts", std::string(starts)}}, 3));
    EXPECT_GT(found.report.measures.at("mmd2"), 0) << starts;
  }
}

TEST(MmdFairPcaTest, ALevelTakesTheTauOfPermutedGroups) {
  const GroupedRows data = random_groups({120, 100}, 5, 3);
  const Fit found =
      fit(data, settings_of({{"tau_level", 0.1}, {"permutations", std::int64_t{99}}}, 2));
  const std::map<std::string, double>& measures = found.report.measures;
  ASSERT_EQ(measures.at("feasible"), 1);
  EXPECT_GE(measures.at("p_value"), 0.1);
  EXPECT_GT(measures.at("mmd2_pca"), measures.at("tau"));
  // Near the floor of the biased estimate, (1/m + 1/n)(1 - mean k), and above it.
  EXPECT_GT(measures.at("tau"), 0.3 * (1.0 / 120 + 1.0 / 100));
  EXPECT_LT(measures.at("tau"), 3 * (1.0 / 120 + 1.0 / 100));
}

TEST(MmdFairPcaTest, TheUnbiasedEstimateReachesBelowTheFloorOfTheBiasedOne) {
  const GroupedRows data = random_groups({60, 50}, 5, 3);
  const Fit found = fit(data, settings_of({{"tau", 1e-3}, {"estimator", std::string("u")}}, 2));
  EXPECT_EQ(found.report.measures.at("feasible"), 1);
  EXPECT_LE(found.report.measures.at("mmd2"), 1e-3);
  EXPECT_GT(largest_mmd2(data, found.model, found.report.measures.at("bandwidth")), 5e-3);
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
  const double bandwidth = opportunity.report.measures.at("bandwidth");
  const auto given = [&](const Fit& found, int label) {
    return mmd2_by_loops(sample.cell(found.model, 0, label), sample.cell(found.model, 1, label),
                         bandwidth);
  };
  EXPECT_NEAR(opportunity.report.measures.at("mmd2"), given(opportunity, 1), 1e-11);
  EXPECT_LE(given(opportunity, 1), tau);
  const Fit odds = sample.run({{"tau", tau}, {"conditional", std::string("equalized-odds")}}).fit;
  EXPECT_NEAR(odds.report.measures.at("mmd2"), std::max(given(odds, 0), given(odds, 1)), 1e-11);
  EXPECT_LE(odds.report.measures.at("mmd2"), tau);
  EXPECT_THAT(message_of<InvalidArgument>([&] {
                sample.run({{"conditional", std::string("equal-opportunity")},
                            {"positive", std::string("maybe")}});
              }),
              HasSubstr("the labels are '0', '1'"));
}

TEST(MmdFairPcaTest, RowsWithoutLabelAreLeftOutAndCounted) {
  Labelled sample;
  const OptionValues odds = {{"tau", 0.03}, {"conditional", std::string("equalized-odds")}};
  const auto has_warning = [&](const OptionValues& options, const char* text) {
    const std::vector<std::string> warnings = sample.run(options).fit.report.warnings;
    return std::any_of(warnings.begin(), warnings.end(), [&](const std::string& warning) {
      return warning.find(text) != std::string::npos;
    });
  };
  EXPECT_FALSE(has_warning(odds, "no label"));
  sample.labels[0] = LevelColumn::kMissing;
  EXPECT_TRUE(has_warning(odds, "1 row has no label"));
  sample.labels[4] = LevelColumn::kMissing;
  sample.labels[200] = LevelColumn::kMissing;
  EXPECT_TRUE(has_warning(odds, "3 rows have no label"));
  EXPECT_TRUE(has_warning({{"tau", 0.03}, {"conditional", std::string("equal-opportunity")}},
                          "3 rows have no label"));
  EXPECT_FALSE(has_warning({{"tau", 0.03}}, "no label"));
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
  EXPECT_THAT(odds.report.warnings, testing::Contains(HasSubstr("2 rows have no label")));
  const Fit any = fit_mmd_fair_pca(direct.input, {.tau = 0.03});
  EXPECT_THAT(any.report.warnings, testing::Not(testing::Contains(HasSubstr("no label"))));
}

TEST(MmdFairPcaTest, EqualOpportunitySaysWhichLabelIsNotThere) {
  Labelled sample;
  const auto refusal = [&](const char* conditional) {
    return message_of<InvalidArgument>([&] {
      sample.run({{"conditional", std::string(conditional)}});
    });
  };
  const auto set_label = [&](int group, std::int32_t label) {
    for (std::size_t i = 0; i < sample.labels.size(); ++i) {
      if (group < 0 || sample.data.codes[i] == group) sample.labels[i] = label;
    }
  };
  set_label(1, 0);
  EXPECT_EQ(refusal("equal-opportunity"),
            "no row of group 'level 1' has label '1' in column 'hired'; its labels are '0'; in "
            "every group there is '0' (--positive LEVEL chooses one)");
  EXPECT_THAT(refusal("equalized-odds"),
              testing::AllOf(HasSubstr("no row of group 'level 1' has label '1' in column 'hired'"),
                             HasSubstr("--conditional equal-opportunity")));
  const auto first = std::find(sample.data.codes.begin(), sample.data.codes.end(), 1);
  sample.labels[static_cast<std::size_t>(first - sample.data.codes.begin())] = 1;
  for (const char* conditional : {"equal-opportunity", "equalized-odds"}) {
    EXPECT_THAT(refusal(conditional),
                HasSubstr("group 'level 1' has 1 row with label '1' in column 'hired'"));
  }
  set_label(1, 0);
  set_label(0, 1);
  EXPECT_EQ(refusal("equal-opportunity"),
            "no row of group 'level 1' has label '1' in column 'hired'; its labels are '0', and no "
            "label is in every group; leave the rows of this group out, or merge it with another");
  set_label(1, LevelColumn::kMissing);
  EXPECT_THAT(refusal("equal-opportunity"), HasSubstr("'hired'; its rows have no label"));
  set_label(-1, 0);
  EXPECT_EQ(refusal("equal-opportunity"),
            "no row has label '1' in column 'hired'; the labels are '0' (--positive LEVEL chooses "
            "one)");
  set_label(-1, LevelColumn::kMissing);
  EXPECT_THAT(refusal("equal-opportunity"),
              HasSubstr("every cell of label column 'hired' is missing"));
}

TEST(MmdFairPcaTest, RowsThatAreAllEqualAreToldFromProjectionsThatCoincide) {
  GroupedRows data = random_groups({30, 30}, 4, 3);
  data.rows.rowwise() = Eigen::RowVector4d(0.1, 1e9 / 3, -2, 0);
  const auto refusal = [&](const OptionValues& options) {
    return message_of<InvalidArgument>([&] { fit(data, settings_of(options, 2)); });
  };
  const char* cause = "no column varies: all 60 rows are equal";
  EXPECT_THAT(refusal({}), HasSubstr(cause));
  EXPECT_THAT(refusal({{"bandwidth", std::string("median")}}), HasSubstr(cause));
  EXPECT_THAT(refusal({{"bandwidth", std::string("1.5")}}), HasSubstr(cause));
  data.rows(7, 2) += 1;
  EXPECT_THAT(refusal({}), HasSubstr("more than half of the pairs of projected rows coincide"));
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
    EXPECT_THAT(found.report.warnings, testing::Contains(found.report.missed));
    return found.report.missed;
  };
  EXPECT_THAT(missed({{"tau", 1e-9}, {"max_rounds", std::int64_t{2}}}, 4),
              testing::AllOf(HasSubstr("above tau 1e-09"), HasSubstr("fewer dimensions"),
                             HasSubstr("a larger tau (--tau)"), HasSubstr("--estimator u")));
  EXPECT_EQ(fit(data, settings_of({{"tau", 0.5}}, 2)).report.missed, "");
}

TEST(MmdFairPcaTest, EqualizedOddsNeedsTwoLabels) {
  Labelled sample;
  const auto refusal = [&](std::int32_t label) {
    sample.labels.assign(sample.labels.size(), label);
    return message_of<InvalidArgument>([&] {
      sample.run({{"conditional", std::string("equalized-odds")}});
    });
  };
  EXPECT_THAT(refusal(1), HasSubstr("column 'hired' has only the label '1'"));
  EXPECT_THAT(refusal(LevelColumn::kMissing), HasSubstr("column 'hired' is missing"));
}

TEST(MmdFairPcaTest, SeveralAttributesAreConstrainedEach) {
  const Labelled sample;
  const Fit each = sample.run({{"tau", 0.03}}, Combine::kPerAttribute, true).fit;
  EXPECT_EQ(each.report.groups.size(), 4U);
  EXPECT_EQ(each.report.dual_weights.size(), 2U);
  EXPECT_LE(mmd2_by_loops(sample.cell(each.model, 0, -1), sample.cell(each.model, 1, -1),
                          each.report.measures.at("bandwidth")),
            0.03);
  const Fit crossed = sample.run({{"tau", 0.06}}, Combine::kIntersection, true).fit;
  EXPECT_EQ(crossed.report.dual_weights.size(), 6U);
  const Fit mean =
      sample.run({{"tau", 0.06}, {"pairs", std::string("mean")}}, Combine::kIntersection, true).fit;
  EXPECT_EQ(mean.report.dual_weights.size(), 1U);
  EXPECT_LE(mean.report.objective, crossed.report.objective * (1 + 1e-3));
}

TEST(MmdFairPcaTest, RefusesWhatCannotBeMeant) {
  const GroupedRows data = random_groups({30, 30}, 4, 3);
  const auto refusal = [&](const GroupedRows& rows, const OptionValues& options) {
    return message_of<InvalidArgument>([&] { fit(rows, settings_of(options, 2)); });
  };
  EXPECT_THAT(refusal(data, {{"tau", 0.0}}), HasSubstr("tau must be finite and > 0, got 0"));
  EXPECT_THAT(refusal(data, {{"tau", -1.0}}), HasSubstr("tau must be finite and > 0, got -1"));
  EXPECT_THAT(refusal(data, {{"bandwidth", std::string("0")}}), HasSubstr("bandwidth of"));
  EXPECT_THAT(refusal(data, {{"bandwidth", std::string("wide")}}), HasSubstr("got 'wide'"));
  EXPECT_THAT(refusal(data, {{"tau_level", 1.0}}), HasSubstr("must be in [0, 1)"));
  EXPECT_THAT(refusal(data, {{"tau", std::nan("")}}),
              HasSubstr("must be finite, > 0 (estimator u: >= 0), got nan"));
  EXPECT_THAT(refusal(data, {{"starts", std::string("pca,sun")}}), HasSubstr("got 'pca,sun'"));
  EXPECT_THAT(refusal(data, {{"conditional", std::string("equalized-odds")}}),
              HasSubstr("needs a label column"));
  EXPECT_THAT(refusal(data, {{"tau", 0.1}, {"tau_level", 0.05}}),
              HasSubstr("tau of mmd-fair-pca cannot be given together with tau_level"));
  EXPECT_THAT(refusal(data, {{"bandwidth", std::string("1e-320")}}), HasSubstr("from 1e-100"));
  EXPECT_THAT(refusal(data, {{"positive", std::string("yes")}}),
              HasSubstr("positive chooses the label of equal opportunity and does nothing here"));
  GroupedRows lonely = random_groups({30, 1}, 4, 3);
  EXPECT_THAT(refusal(lonely, {}), HasSubstr("has 1 row"));
  GroupedRows same = data;
  same.rows.bottomRows(50).setZero();
  same.rows.topRows(10) *= 1e-3;
  EXPECT_THAT(refusal(same, {}), HasSubstr("the bandwidth, the median distance"));
  const GroupMoments moments = [&] {
    MatrixRows rows(data.table());
    return accumulate_moments(rows);
  }();
  EXPECT_THAT(message_of<InvalidArgument>([&] { fit_moments(moments, settings_of({}, 2)); }),
              HasSubstr("mmd-fair-pca needs the rows themselves"));
}

}  // namespace mmd_fair_pca_test
}  // namespace fairpca
