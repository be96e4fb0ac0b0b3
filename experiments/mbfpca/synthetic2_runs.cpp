// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/synthetic2_runs.h"

#include <cmath>

#include <fmt/format.h>

#include "experiments/mbfpca/authors_scores.h"
#include "experiments/mbfpca/table_rows.h"
#include "experiments/mbfpca/uci_studies.h"
#include "experiments/study_values.h"

namespace fairpca {
namespace {

constexpr const char* kSynthetic2Dimensions = "5";

PaperStudy synthetic2_base(Index features, const std::string& name) {
  PaperStudy study{.key = fmt::format("mbfpca-synthetic2-{}-p{:03}", name, features),
                   .file = fmt::format("mbfpca/synthetic2/p{:03}.csv.gz", features)};
  study.roles = {.protected_columns = {"group"}};
  study.dimensions = std::string(kSynthetic2Dimensions);
  study.splits = {.kind = PaperSplits::Kind::kFile,
                  .file = fmt::format("mbfpca/synthetic2/p{:03}_splits.csv.gz", features),
                  .repeats = 10};
  study.measures = {"explained_variance_ratio", "mmd2", "mmd2_u"};
  study.extras = {authors_variance()};
  study.quick_rows = 200;
  return study;
}

/// Biased MMD^2 of coordinates of the groups 0 and 1: sums over all pairs, as defined.
double biased_mmd2(const RowMatrix& coordinates, const std::vector<int>& groups, double bandwidth) {
  double sums[2] = {0, 0}, cross = 0, counts[2] = {0, 0};
  const double factor = -1 / (2 * bandwidth * bandwidth);
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const int one = groups[static_cast<std::size_t>(i)];
    ++counts[one];
    for (Index j = 0; j < coordinates.rows(); ++j) {
      const int other = groups[static_cast<std::size_t>(j)];
      const double kernel =
          std::exp(factor * (coordinates.row(i) - coordinates.row(j)).squaredNorm());
      (one == other ? sums[one] : cross) += kernel;
    }
  }
  return sums[0] / (counts[0] * counts[0]) + sums[1] / (counts[1] * counts[1]) -
         cross / (counts[0] * counts[1]);
}

/// Share of the variance of the rows, about their mean, that a frame holds.
double share_of_variance(const RowMatrix& rows, const Matrix& frame) {
  const RowMatrix centred = rows.rowwise() - rows.colwise().mean();
  return (centred * frame).squaredNorm() / centred.squaredNorm();
}

}  // namespace

const std::vector<Index>& synthetic2_sizes() {
  static const std::vector<Index> sizes = {20, 30, 40, 50, 60, 70, 80, 90, 100};
  return sizes;
}

PaperStudy synthetic2_study(Index features) {
  PaperStudy study = synthetic2_base(features, "raw");
  study.arms = mbf_arms(1e-5);
  PaperArm large = mbf_arms(1e-3).back();
  large.arm.name = kLargeTauOwnArm;
  study.arms.push_back(std::move(large));
  study.arms.insert(
      study.arms.begin(),
      {.arm = {.name = kPcaArm, .method = "pca"}, .title = "PCA", .quick_options = {}});
  return study;
}

PaperStudy synthetic2_standardized_study(Index features) {
  PaperStudy study = synthetic2_base(features, "standardized");
  study.fit.preparation.standardize = true;
  study.arms = {fpca_arm(kFpcaMeanArm, 0, 0.01), mbf_arms(1e-5).front()};
  return study;
}

std::vector<double> synthetic2_values(StudyRuns& runs, const PaperStudy& study,
                                      const std::string& arm, Synthetic2Number number) {
  const StudyResult& result = runs.result(study);
  if (number != Synthetic2Number::kSeconds) {
    const bool is_variance = number == Synthetic2Number::kVariance;
    std::vector<double> values =
        values_over_splits(result, {.arm = arm,
                                    .dimensions = kSynthetic2Dimensions,
                                    .measure = is_variance ? kOwnMeanVariance : "mmd2"});
    for (double& value : values) value *= is_variance ? 100 : 1;
    return values;
  }
  std::vector<double> seconds;
  for (Index split = 0; split < result.plan.splits; ++split) {
    seconds.push_back(runs.fit_seconds(study, split, kSynthetic2Dimensions, arm));
  }
  return seconds;
}

std::vector<double> fpca_of_raw_rows(StudyRuns& runs, Index features, Synthetic2Number number) {
  const PaperStudy study = synthetic2_standardized_study(features);
  if (number == Synthetic2Number::kSeconds) {
    return synthetic2_values(runs, study, kFpcaMeanArm, number);
  }
  const PaperStudy raw = synthetic2_study(features);
  const TableRows rows = table_rows(runs, study);
  std::vector<double> values;
  for (Index split = 0; split < runs.result(study).plan.splits; ++split) {
    const std::vector<bool> tested = tested_rows(runs, study, split);
    std::vector<Index> test;
    std::vector<int> groups;
    for (std::size_t i = 0; i < tested.size(); ++i) {
      if (!tested[i]) continue;
      test.push_back(static_cast<Index>(i));
      groups.push_back(rows.groups[i]);
    }
    const RowMatrix features_tested = rows.features(test, Eigen::all);
    const Model fpca = runs.model(study, split, kSynthetic2Dimensions, kFpcaMeanArm);
    const Matrix& frame = fpca.projection.components;
    if (number == Synthetic2Number::kVariance) {
      values.push_back(100 * share_of_variance(features_tested, frame));
      continue;
    }
    const Model pca = runs.model(raw, split, kSynthetic2Dimensions, kPcaArm);
    values.push_back(biased_mmd2(features_tested * frame, groups, pca.bandwidth.value()));
  }
  return values;
}

std::vector<double> synthetic2_stored(const StudyRuns& runs, const std::string& series,
                                      Index features, Synthetic2Number number) {
  const PublishedTable table(runs.data_file(kSynthetic2File));
  const std::string wanted = fmt::format("{}", features);
  std::vector<double> values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.text(row, "series") != series || table.text(row, "p") != wanted) continue;
    switch (number) {
      case Synthetic2Number::kVariance:
        values.push_back(table.number(row, "expvar_test_pct"));
        break;
      case Synthetic2Number::kMmd:
        values.push_back(table.number(row, "mmd2_test"));
        break;
      case Synthetic2Number::kSeconds:
        values.push_back(table.number(row, "runtime_s"));
        break;
    }
  }
  return values;
}

}  // namespace fairpca
