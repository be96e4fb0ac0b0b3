// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/uci_studies.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/mbfpca/authors_scores.h"

namespace fairpca {
namespace {

constexpr double kRelaxedTau = 1e-3, kStrictTau = 1e-6;
constexpr int kUciSplits = 10;
/// Of FPCA's semidefinite program: a hundredth of what the published digits show.
constexpr double kUciRelaxationTolerance = 1e-6;

std::vector<PaperArm> linear_arms(Index dimensions) {
  std::vector<PaperArm> arms = {
      {.arm = {.name = kPcaArm, .method = "pca"}, .title = "PCA", .quick_options = {}},
      fpca_arm(kFpcaArm, 0.1, 0.01),
      fpca_arm(kFpcaMeanArm, 0, 0.01)};
  if (dimensions == 10) arms.push_back(fpca_arm(kFpcaPrintedArm, 0, 0.1));
  return arms;
}

std::string name_of(UciMethods methods) {
  switch (methods) {
    case UciMethods::kLinear:
      return "linear";
    case UciMethods::kRelaxed:
      return "tau-1e-3";
    case UciMethods::kStrict:
      break;
  }
  return "tau-1e-6";
}

/// `1e-3`.
std::string tau_text(double tau) {
  return fmt::format("1e{:.0f}", std::log10(tau));
}

}  // namespace

const std::vector<UciSet>& uci_sets() {
  static const std::vector<UciSet> sets = {{"compas", "COMPAS", "race"},
                                           {"german", "German credit", "age"},
                                           {"adult", "Adult income", "sex"}};
  return sets;
}

const UciSet& uci_set(const std::string& id) {
  return *std::find_if(uci_sets().begin(), uci_sets().end(),
                       [&id](const UciSet& set) { return set.id == id; });
}

std::vector<PaperArm> mbf_arms(double tau) {
  const OptionValues quick = {{"max_rounds", std::int64_t{4}},
                              {"max_iterations", std::int64_t{20}}};
  OptionValues quick_default = quick;
  quick_default["starts"] = std::vector<std::string>{"mean-matching"};
  return {{.arm = {.name = kMbfArm, .method = "mmd-fair-pca", .options = {{"tau", tau}}},
           .title = fmt::format("MbF-PCA ({})", tau_text(tau)),
           .quick_options = quick_default},
          {.arm = {.name = kMbfOwnArm,
                   .method = "mmd-fair-pca",
                   .options = {{"tau", tau},
                               {"solver", std::string("repms")},
                               {"starts", std::vector<std::string>{"mmd"}}}},
           .title = fmt::format("MbF-PCA ({}), paper's", tau_text(tau)),
           .quick_options = quick}};
}

PaperArm fpca_arm(const std::string& name, double delta, double mu) {
  return {.arm = {.name = name,
                  .method = "constrained-fair-pca",
                  .options = {{"delta", delta},
                              {"mu", mu},
                              {"formulation", std::string("authors")},
                              {"relaxation_tolerance", kUciRelaxationTolerance}}},
          .title = fmt::format("FPCA ({}, {})", delta, mu),
          .quick_options = {{"max_iterations", std::int64_t{50}}}};
}

PaperStudy uci_study(const UciSet& set, Index dimensions, UciMethods methods) {
  PaperStudy study{.key = fmt::format("mbfpca-{}-d{}-{}", set.id, dimensions, name_of(methods)),
                   .file = fmt::format("mbfpca/{}.csv", set.id)};
  study.roles = {.protected_columns = {"group"}, .label = "label"};
  study.fit.preparation.standardize = true;
  study.fit.min_group_size = 0;  // the paper shows every group
  study.dimensions = fmt::format("{}", dimensions);
  if (methods == UciMethods::kLinear) {
    study.arms = linear_arms(dimensions);
  } else {
    study.arms = mbf_arms(methods == UciMethods::kRelaxed ? kRelaxedTau : kStrictTau);
  }
  study.splits = {.kind = PaperSplits::Kind::kFile,
                  .file = fmt::format("mbfpca/{}_splits.csv", set.id),
                  .repeats = kUciSplits};
  study.measures = {"explained_variance_ratio",      "mmd2",       "mmd2_u", "accuracy",
                    "demographic_parity_difference", "communality"};
  study.extras = authors_scores();
  study.classifier = Classifier::kRbfSvm;
  study.positive = std::string("1");
  study.quick_rows = 300;
  return study;
}

}  // namespace fairpca
