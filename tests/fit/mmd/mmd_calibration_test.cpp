// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_calibration.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fit/grouped_rows.h"
#include "fit/mmd/mmd_by_loops.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mmd_calibration_test {

RowMatrix normal_rows(Index rows, Index p, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return RowMatrix::NullaryExpr(rows, p, [&] { return normal(engine); });
}

/// Groups of the given sizes, each a cell, every pair compared.
ComparedRows all_pairs(const std::vector<Index>& sizes, MmdEstimator estimator) {
  ComparedRows compared;
  compared.cells = CellRows::uniform(sizes);
  compared.end = compared.cells.rows();
  const auto groups = static_cast<Index>(sizes.size());
  for (Index g = 0; g < groups; ++g) {
    compared.grouped.push_back(g);
    for (Index h = g + 1; h < groups; ++h) {
      compared.contrasts.push_back(mmd_contrast(compared.cells, Vector::Unit(groups, g),
                                                Vector::Unit(groups, h), estimator));
    }
  }
  return compared;
}

/// Each constraint in its unit.
Vector ratios(const ComparedRows& compared, const RowMatrix& z) {
  const Matrix between = make_kernel_sums(compared.cells, {.bandwidth = 1})->gram_sums(z, false);
  const Vector units = chance_units({compared});
  Vector values(units.size());
  for (Index k = 0; k < values.size(); ++k) {
    values(k) = compared.contrasts[static_cast<std::size_t>(k)].value(between) / units(k);
  }
  return values;
}

TEST(MmdCalibrationTest, PValuesAreUniformForEqualGroupsAndPairsAreExceededAlike) {
  constexpr int kTables = 600;
  for (const MmdEstimator estimator : {MmdEstimator::kBiased, MmdEstimator::kUnbiased}) {
    const ComparedRows compared = all_pairs({6, 24, 60}, estimator);
    std::vector<double> p_values;
    Vector exceeded = Vector::Zero(3);
    for (unsigned seed = 0; seed < kTables; ++seed) {
      const RowMatrix z = normal_rows(90, 2, seed);
      const MmdPermutations permutations({compared}, z, {.bandwidth = 1},
                                         {.permutations = 39, .seed = seed});
      const Vector values = ratios(compared, z);
      p_values.push_back(permutations.p_value(values.maxCoeff()));
      const double limit = permutations.quantile(0.1);
      exceeded += (values.array() > limit).cast<double>().matrix();
      // Above the limit exactly where the p-value is at most the level.
      EXPECT_EQ(values.maxCoeff() > limit, p_values.back() <= 0.1 + 1e-12);
    }
    for (const double level : {0.05, 0.1, 0.25, 0.5, 0.75, 0.9}) {
      const auto below = std::count_if(p_values.begin(), p_values.end(),
                                       [&](double p) { return p <= level + 1e-12; });
      EXPECT_NEAR(static_cast<double>(below) / kTables, level,
                  3.5 * std::sqrt(level * (1 - level) / kTables))
          << level;
    }
    // Of about 60 tables; groups of 6 rows are not what decides.
    EXPECT_GE(exceeded.minCoeff(), 8);
    EXPECT_LE(exceeded.maxCoeff(), 45);
  }
}

TEST(MmdCalibrationTest, RowsInNoGroupAreNotPermuted) {
  ComparedRows compared = all_pairs({30, 40}, MmdEstimator::kBiased);
  const RowMatrix z = normal_rows(70, 2, 1);
  ComparedRows more = compared;
  more.cells = CellRows::uniform({30, 40, 20});
  more.end = 90;
  more.contrasts = {
      mmd_contrast(more.cells, Vector::Unit(3, 0), Vector::Unit(3, 1), MmdEstimator::kBiased)};
  RowMatrix far(90, 2);
  far << z, RowMatrix::Constant(20, 2, 50);
  const PermutationOptions options{.permutations = 99, .seed = 3};
  EXPECT_NEAR(MmdPermutations({more}, far, {.bandwidth = 1}, options).quantile(0.05),
              MmdPermutations({compared}, z, {.bandwidth = 1}, options).quantile(0.05), 1e-12);
}

TEST(MmdCalibrationTest, ASampleHasTheQuantilesOfAllRowsInChanceUnits) {
  const std::vector<Index> sizes = {60, 1200, 1800}, fewer = {30, 300, 450};
  const auto quantile = [](const std::vector<Index>& counts, MmdEstimator estimator) {
    const ComparedRows compared = all_pairs(counts, estimator);
    return MmdPermutations({compared}, normal_rows(compared.end, 2, 5), {.bandwidth = 1},
                           {.permutations = 999, .seed = 1})
        .quantile(0.05);
  };
  for (const MmdEstimator estimator : {MmdEstimator::kBiased, MmdEstimator::kUnbiased}) {
    const double all = quantile(sizes, estimator);
    EXPECT_NEAR(quantile(fewer, estimator), all, 0.1 * std::abs(all));
  }
  EXPECT_EQ(permuted_sample_rows({all_pairs(sizes, MmdEstimator::kBiased)}, 1000), 0);
  const ComparedRows many = all_pairs({30000, 40000}, MmdEstimator::kBiased);
  EXPECT_EQ(permuted_sample_rows({many}, 1000), 20000);  // 20000^2 / 2 x 1000 = 2e11
}

FitSettings settings_of(OptionValues options, Index d) {
  return {.method = "mmd-fair-pca",
          .options = std::move(options),
          .dimensions = {.wanted = d},
          .min_group_size = 5};
}

/// Equal groups, but for a shift of group 1 in all columns.
GroupedRows shifted_groups(const std::vector<Index>& sizes, double shift, unsigned seed) {
  GroupedRows data = random_groups(sizes, 4, seed);
  const Vector spread = Eigen::Vector4d(3, 2, 1.5, 1);
  data.rows = normal_rows(data.rows.rows(), 4, seed) * spread.asDiagonal();
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (data.codes[static_cast<std::size_t>(i)] == 1) data.rows.row(i).array() += shift;
  }
  return data;
}

TEST(MmdCalibrationTest, EachPairHasATauOfItsOwn) {
  const GroupedRows data = shifted_groups({8, 500, 400}, 1.0, 3);
  const Fit found =
      fit(data, settings_of({{"tau_level", 0.05}, {"permutations", std::int64_t{199}}}, 2));
  const FitReport& report = found.report;
  ASSERT_EQ(report.mmd_constraints.size(), 3U);
  EXPECT_TRUE(report.mmd->feasible);
  const double factor = *report.mmd->tau_factor;
  const std::vector<double> units = {1.0 / 8 + 1.0 / 500, 1.0 / 8 + 1.0 / 400,
                                     1.0 / 500 + 1.0 / 400};
  double largest = 0, least_p = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const MmdConstraintSummary& pair = report.mmd_constraints[k];
    EXPECT_NEAR(pair.tau, factor * units[k], 1e-12);
    EXPECT_LE(pair.mmd2, pair.tau) << pair.name;
    EXPECT_GE(*pair.p_value, 0.05) << pair.name;
    largest = std::max(largest, pair.mmd2 / pair.tau);
    least_p = std::min(least_p, *pair.p_value);
  }
  // mmd2 and tau are those of the pair nearest to its tau, p_value that of all pairs.
  EXPECT_NEAR(report.mmd->mmd2 / report.mmd->tau, largest, 1e-12);
  EXPECT_EQ(*report.mmd->p_value, least_p);
  // 500 and 400 rows are told apart by a 28th of what 8 rows may show by chance.
  EXPECT_LT(report.mmd_constraints[2].tau, report.mmd_constraints[0].tau / 25);
  EXPECT_EQ(*report.mmd->permuted_rows, 908);
  EXPECT_TRUE(report.notes.empty());
}

TEST(MmdCalibrationTest, WhatASmallGroupEntersIsWithheld) {
  FitSettings settings = settings_of({{"tau_level", 0.1}, {"permutations", std::int64_t{19}}}, 2);
  settings.min_group_size = 10;
  for (const char* pairs : {"max", "mean"}) {
    settings.options["pairs"] = std::string(pairs);
    const FitReport report = fit(shifted_groups({8, 50, 40}, 1.0, 3), settings).report;
    const bool of_pairs = pairs == std::string("max");
    ASSERT_EQ(report.mmd_constraints.size(), of_pairs ? 3U : 1U);
    for (std::size_t k = 0; k < report.mmd_constraints.size(); ++k) {
      const MmdConstraintSummary& constraint = report.mmd_constraints[k];
      EXPECT_EQ(std::isnan(constraint.mmd2), k != 2) << k;
      EXPECT_TRUE(std::isnan(constraint.tau));
      EXPECT_TRUE(std::isnan(constraint.p_value.value()));
    }
    const MmdSummary& mmd = *report.mmd;
    for (const double withheld :
         {mmd.mmd2, mmd.mmd2_pca, mmd.tau, *mmd.tau_factor, *mmd.p_value, mmd.penalty}) {
      EXPECT_TRUE(std::isnan(withheld));
    }
    EXPECT_GT(mmd.bandwidth, 0);
    EXPECT_EQ(mmd.permuted_rows, 98);
  }
}

/// Whether plain PCA is within the taus of a fit, pair by pair.
bool is_pca_within(const GroupedRows& data, const Fit& fair, const Fit& pca) {
  std::size_t at = 0;
  for (int g = 0; g < static_cast<int>(data.levels.size()); ++g) {
    for (int h = g + 1; h < static_cast<int>(data.levels.size()); ++h) {
      const double value =
          mmd2_by_loops(pca.model.transform(data.of_group(g)),
                        pca.model.transform(data.of_group(h)), fair.report.mmd->bandwidth);
      if (value > fair.report.mmd_constraints[at++].tau) return false;
    }
  }
  return true;
}

TEST(MmdCalibrationTest, NeverLessVarianceThanPcaWherePcaIsWithinTau) {
  int within = 0, outside = 0;
  for (const char* solver : {"refined", "repms", "augmented-lagrangian"}) {
    for (const std::vector<Index>& sizes :
         {std::vector<Index>{60, 50}, {40, 9, 60}, {30, 40, 20, 50}}) {
      for (const double shift : {0.0, 0.5, 1.2}) {
        SCOPED_TRACE(std::string(solver) + fmt::format(" {} {}", sizes.size(), shift));
        const GroupedRows data = shifted_groups(sizes, shift, 5);
        const Fit pca = fit(data, {.method = "pca", .dimensions = {.wanted = Index{2}}});
        for (OptionValues options :
             {OptionValues{{"tau_level", 0.1}, {"permutations", std::int64_t{59}}},
              OptionValues{{"tau", 0.09}}}) {
          options["solver"] = std::string(solver);
          options["max_rounds"] = std::int64_t{20};
          const Fit fair = fit(data, settings_of(options, 2));
          const bool pca_is_within = is_pca_within(data, fair, pca);
          (pca_is_within ? within : outside) += 1;
          if (pca_is_within) {
            EXPECT_EQ(fair.report.status, Status::kOptimal);
            EXPECT_GE(fair.report.explained_variance_ratio,
                      pca.report.explained_variance_ratio * (1 - 1e-12));
          }
        }
      }
    }
  }
  EXPECT_GE(within, 12);
  EXPECT_GE(outside, 12);
}

TEST(MmdCalibrationTest, AFrequencyOf2IsTheRowTwice) {
  const GroupedRows data = shifted_groups({40, 30}, 0.8, 7);
  Table weighted = data.table();
  GroupedRows repeated = data;
  std::vector<Index> rows;
  repeated.codes.clear();
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const std::size_t count = 1 + static_cast<std::size_t>(i) % 3;
    weighted.weights.push_back(static_cast<double>(count));
    rows.insert(rows.end(), count, i);
    repeated.codes.insert(repeated.codes.end(), count, data.codes[static_cast<std::size_t>(i)]);
  }
  repeated.rows = data.rows(rows, Eigen::all);
  const OptionValues level = {{"tau_level", 0.1}, {"permutations", std::int64_t{99}}};
  const OptionValues unbiased = {{"tau", 0.01}, {"estimator", std::string("u")}};
  for (const OptionValues& options : {level, unbiased}) {
    const Fit other = fit(repeated, settings_of(options, 2));
    const auto of_weights = [&](const char* kind) {
      OptionValues all = options;
      all["weight_kind"] = std::string(kind);
      MatrixRows source(weighted);
      return fit_rows(source, settings_of(all, 2)).fit;
    };
    const Fit frequency = of_weights("frequency"), sampling = of_weights("sampling");
    for (const auto number :
         {&MmdSummary::mmd2, &MmdSummary::mmd2_pca, &MmdSummary::tau, &MmdSummary::bandwidth}) {
      const double expected = *other.report.mmd.*number;
      EXPECT_NEAR(*frequency.report.mmd.*number, expected, 1e-3 * expected);
    }
    EXPECT_NEAR(frequency.report.objective, other.report.objective, 1e-3 * other.report.objective);
    EXPECT_GT(std::abs(sampling.report.mmd->mmd2_pca - other.report.mmd->mmd2_pca),
              1e-3 * other.report.mmd->mmd2_pca);
  }
}

TEST(MmdCalibrationTest, MoreRowsThanCanBePermutedAreSampledAndThatIsSaid) {
  GroupedRows data = random_groups({150, 20000, 30000}, 2, 3);
  data.rows = normal_rows(data.rows.rows(), 2, 3) * Eigen::Vector2d(2, 1).asDiagonal();
  const Fit found = fit(
      data, settings_of(
                {{"tau_level", 0.05}, {"permutations", std::int64_t{199}}, {"bandwidth", 2.0}}, 1));
  const Index permuted = *found.report.mmd->permuted_rows;
  EXPECT_LT(permuted, 40000);
  EXPECT_GT(permuted, 30000);
  ASSERT_EQ(found.report.notes.size(), 1U);
  EXPECT_EQ(found.report.notes[0].code(), "permuted-sample");
  EXPECT_EQ(found.report.notes[0].argument("sample"), std::to_string(permuted));
  EXPECT_EQ(found.report.notes[0].argument("rows"), "50150");
  EXPECT_THAT(found.report.notes[0].argument("sizes"), testing::HasSubstr(" of 150, 'level 1' "));
}

TEST(MmdCalibrationTest, TooFewPermutationsForALevelAreRejected) {
  const GroupedRows data = shifted_groups({30, 30}, 0, 3);
  const Message rejection = rejection_of([&] {
    fit(data, settings_of({{"tau_level", 0.001}}, 2));
  });
  EXPECT_EQ(rejection.code(), "too-few-permutations");
  EXPECT_EQ(rejection.option(), "permutations");
  EXPECT_EQ(rejection.argument("fewest"), "999");
  EXPECT_NO_THROW(
      fit(data, settings_of({{"tau_level", 0.05}, {"permutations", std::int64_t{19}}}, 2)));
}

}  // namespace mmd_calibration_test
}  // namespace fairpca
