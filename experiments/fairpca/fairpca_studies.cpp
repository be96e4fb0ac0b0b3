// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/fairpca_studies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairpca {
namespace {

std::string dimensions_to(int most) {
  std::vector<int> all;
  for (int d = 1; d <= most; ++d) all.push_back(d);
  return fmt::format("{}", fmt::join(all, ","));
}

PaperArm weights_arm_of(int rounds, bool is_fitted) {
  PaperArm made;
  made.arm.name = weights_arm(rounds, is_fitted);
  made.arm.method = "fair-pca";
  made.arm.options = {{"solver", std::string("multiplicative-weights")},
                      {"max_iterations", std::int64_t{rounds}},
                      {"tolerance", 1e-12}};  // all rounds are run
  if (!is_fitted) made.arm.options["eta"] = 1.0;
  made.title = fmt::format("{} rounds, step {}", rounds, is_fitted ? "fitted" : "1");
  made.quick_options = {{"max_iterations", std::int64_t{2}}};
  return made;
}

/// Errors and losses about the groups' own means; the basis of PCA is that of rows about the
/// overall mean, as in the stored replication.
PaperStudy whole_study(const std::string& key, const std::string& file) {
  PaperStudy study;
  study.key = key;
  study.file = file;
  study.roles.protected_columns = {"group"};
  study.fit.preparation.center = Center::kGroup;
  study.measures = {"reconstruction_error", "loss"};
  study.splits.kind = PaperSplits::Kind::kWhole;
  PaperArm pca, fair;
  pca.arm.name = pca.arm.method = "pca";
  pca.title = "PCA";
  fair.arm.name = fair.arm.method = "fair-pca";
  fair.title = "FairPCA";
  study.arms = {pca, fair};
  for (const bool is_fitted : {false, true}) {
    for (const int rounds : {10, 20}) study.arms.push_back(weights_arm_of(rounds, is_fitted));
  }
  return study;
}

}  // namespace

std::string weights_arm(int rounds, bool is_fitted) {
  return fmt::format("weights-{}{}", rounds, is_fitted ? "-fitted" : "");
}

FairPcaData lfw_data() {
  FairPcaData data{"lfw",   "LFW", whole_study("fairpca-lfw", "lfw/lfw_49x36.csv.gz"), "0", "1",
                   "women", "men"};
  data.study.fit.preparation.divide_by = 765;
  data.study.dimensions = dimensions_to(20);
  data.study.quick_dimensions = "5";
  data.study.quick_rows = 300;
  return data;
}

FairPcaData credit_data() {
  FairPcaData data{"credit",
                   "Default Credit",
                   whole_study("fairpca-credit", "samadi/default_credit.csv.gz"),
                   "1",
                   "0",
                   "low education",
                   "high education"};
  data.study.fit.preparation.standardize = true;
  data.study.dimensions = dimensions_to(21);
  data.study.quick_dimensions = "1,5,21";
  return data;
}

PaperStudy lfw_samples_study() {
  PaperStudy study = lfw_data().study;
  study.key = "fairpca-lfw-samples";
  study.arms.resize(1);
  study.measures = {"reconstruction_error"};
  study.splits = {
      .kind = PaperSplits::Kind::kSamples, .file = "", .repeats = 20, .rows_per_group = 500};
  return study;
}

double number_at(const StudyResult& study, const std::string& arm, const std::string& dimensions,
                 const std::string& measure, const std::string& group) {
  const ValueOf which{arm, dimensions, measure, MeasuredRows::kTrain, group};
  return mean_over_splits(study, which).mean;
}

std::vector<std::string> dimensions_of(const StudyResult& study) {
  std::vector<std::string> all;
  for (const Dimensions& dimensions : study.spec.dimensions) {
    all.push_back(dimensions_text(dimensions));
  }
  return all;
}

}  // namespace fairpca
