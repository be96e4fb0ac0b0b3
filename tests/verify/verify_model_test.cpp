// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/model/model_file.h"
#include "fairpca/verify/verify.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace verify_model_test {

/// A fit, and what is proven of it.
struct FitCase {
  std::string name, method;
  OptionValues options = {};
  bool is_proven_by_moments = true;
  bool needs_label = false;
};

std::ostream& operator<<(std::ostream& out, const FitCase& one) {
  return out << one.name;
}

std::string case_name(const ::testing::TestParamInfo<FitCase>& one) {
  return one.param.name;
}

std::vector<FitCase> all_cases() {
  return {
      {"pca", "pca"},
      {"ppca", "ppca"},
      {"loss", "fair-pca"},
      {"error", "fair-pca", {{"criterion", "error"}}},
      {"nash", "fair-pca", {{"criterion", "nash"}}},
      {"extra", "fair-pca", {{"extra_dimensions", "allow"}}},
      {"weights", "fair-pca", {{"solver", "multiplicative-weights"}, {"max_iterations", 300}}},
      {"weights_extra",
       "fair-pca",
       {{"solver", "multiplicative-weights"},
        {"extra_dimensions", "allow"},
        {"iterate", "average"},
        {"max_iterations", 300}}},
      {"nested", "fair-pca", {{"nested", true}}},
      {"nested_nash", "fair-pca", {{"nested", true}, {"criterion", "nash"}}},
      {"robust", "robust-fair-pca"},
      {"robust_wide", "robust-fair-pca", {{"lambda", 2.5}, {"alpha", 0.5}}},
      {"robust_reset",
       "robust-fair-pca",
       {{"lambda", 2.5}, {"alpha", 40.0}, {"large_lambda", "reset"}}},
      {"robust_plain", "robust-fair-pca", {{"lambda", 0.0}, {"alpha", 0.0}}},
      {"robust_radii", "robust-fair-pca", {{"epsilon", std::vector<double>{0.2}}}},
      {"subgradient",
       "robust-fair-pca",
       {{"solver", "subgradient"}, {"starts", 1}, {"steps", 200}}},
      {"gap", "gap-capped-pca"},
      {"gap_small", "gap-capped-pca", {{"relative_max_gap", 0.1}}},
      {"gap_absolute", "gap-capped-pca", {{"max_gap", 0.5}}},
      {"means", "mean-matching-pca"},
      {"covariances", "mean-matching-pca", {{"covariance_dimensions", 4.0}}},
      {"limit", "constrained-fair-pca", {{"relative_delta", 0.4}}},
      {"equal", "constrained-fair-pca"},
      {"penalty", "constrained-fair-pca", {{"mu", 0.05}, {"relative_delta", 0.3}}},
      {"penalty_equal", "constrained-fair-pca", {{"mu", 0.05}}},
      {"penalty_authors", "constrained-fair-pca", {{"mu", 0.001}, {"formulation", "authors"}}},
      {"penalty_printed",
       "constrained-fair-pca",
       {{"mu", 3.0}, {"relative_delta", 0.3}, {"formulation", "printed"}}},
      {"penalty_printed_equal", "constrained-fair-pca", {{"mu", 3.0}, {"formulation", "printed"}}},
      {"mmd", "mmd-fair-pca", {{"tau", 0.05}}, false},
      {"mmd_level", "mmd-fair-pca", {{"tau_level", 0.05}, {"permutations", 99}}, false},
      {"mmd_unbiased", "mmd-fair-pca", {{"tau", 0.05}, {"estimator", "u"}}, false},
      {"mixture", "mixture-ppca", {{"mixture_components", 2}}, false},
      {"fair_mixture", "fair-mixture-ppca", {{"mixture_components", 2}, {"max_steps", 3}}, false},
  };
}

/// Data, their moments and a model fitted to them.
struct Fitted {
  GroupedRows data;
  GroupMoments moments;
  Model model;
};

Fitted fitted(const FitCase& one, const std::vector<Index>& sizes, Index d = 2) {
  Fitted result{random_groups(sizes, 8, 5), {}, {}};
  MatrixRows source(result.data.table());
  result.moments = accumulate_moments(source);
  FitSettings settings{.method = one.method, .options = one.options, .dimensions = {d}};
  settings.preparation.standardize = true;
  result.model = parse_model(model_bytes(fit(result.data, settings).model));
  return result;
}

Verification verify_from_rows(const Fitted& fitted) {
  MatrixRows source(fitted.data.table());
  return verify_rows(source, fitted.model);
}

std::string text_of(const Verification& verification) {
  std::string text;
  for (const VerifiedClaim& claim : verification.claims) {
    text += to_string(claim.status) + " " + claim.id + ": " + claim.sentence.text() + "\n";
  }
  return text;
}

ClaimStatus status_of(const Verification& verification, const std::string& id) {
  for (const VerifiedClaim& claim : verification.claims) {
    if (claim.id == id) return claim.status;
  }
  ADD_FAILURE() << "no claim " << id << " in\n" << text_of(verification);
  return ClaimStatus::kReported;
}

const std::vector<Index> kTwo = {60, 45}, kSix = {30, 25, 40, 35, 28, 33};

class EveryFitTest : public ::testing::TestWithParam<FitCase> {};

TEST_P(EveryFitTest, IsProvenAgainFromMomentsAndFromRows) {
  const FitCase& one = GetParam();
  for (const std::vector<Index>& sizes : {kTwo, kSix}) {
    const Fitted fit = fitted(one, sizes);
    SCOPED_TRACE(testing::Message() << sizes.size() << " groups");
    const Verification by_moments = verify_model(fit.model, fit.moments);
    EXPECT_EQ(by_moments.ok(), one.is_proven_by_moments) << text_of(by_moments);
    const Verification by_rows = verify_from_rows(fit);
    const bool is_mixture = fit.model.mixture.has_value();
    EXPECT_EQ(by_rows.ok(), !is_mixture) << text_of(by_rows);
    EXPECT_EQ(status_of(by_rows, "same_problem"), ClaimStatus::kProven) << text_of(by_rows);
    EXPECT_EQ(status_of(by_rows, "objective"), ClaimStatus::kProven) << text_of(by_rows);
    if (is_mixture) {
      EXPECT_EQ(status_of(by_rows, "log_likelihoods"), ClaimStatus::kProven) << text_of(by_rows);
      EXPECT_EQ(status_of(by_rows, "bound"), ClaimStatus::kNotChecked);
    } else {
      EXPECT_LE(*by_rows.bound - *by_rows.objective, 1e-11) << text_of(by_rows);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryFitTest, ::testing::ValuesIn(all_cases()), case_name);

TEST(VerifyModelTest, OptimalFitsAreProvenOptimalAndOthersAreNotCalledSo) {
  const Fitted optimal = fitted({"loss", "fair-pca"}, kTwo);
  ASSERT_EQ(optimal.model.provenance.status, "optimal");
  EXPECT_EQ(status_of(verify_model(optimal.model, optimal.moments), "optimal"),
            ClaimStatus::kProven);
  const Fitted chosen = fitted({"", "mean-matching-pca", {{"covariance_dimensions", 4.0}}}, kTwo);
  EXPECT_EQ(chosen.model.provenance.status, "converged");
  EXPECT_EQ(status_of(verify_model(chosen.model, chosen.moments), "optimal"),
            ClaimStatus::kReported);
}

class TamperedModelTest : public ::testing::TestWithParam<FitCase> {
 protected:
  /// The claims after `edit`.
  Verification after(const std::function<void(Model&)>& edit) const {
    Model model = fit_.model;
    edit(model);
    return verify_model(model, fit_.moments);
  }
  Fitted fit_ = fitted(GetParam(), kTwo);
};

std::vector<FitCase> tampered_cases() {
  return {{"pca", "pca"},
          {"ppca", "ppca"},
          {"loss", "fair-pca"},
          {"nash", "fair-pca", {{"criterion", "nash"}}},
          {"robust", "robust-fair-pca"},
          {"gap", "gap-capped-pca"},
          {"means", "mean-matching-pca"},
          {"limit", "constrained-fair-pca", {{"relative_delta", 0.4}}},
          {"penalty", "constrained-fair-pca", {{"mu", 0.05}, {"relative_delta", 0.3}}}};
}

TEST_P(TamperedModelTest, AnotherFrameIsFound) {
  const Verification verification = after([](Model& model) {
    Matrix& v = model.projection.components;
    const double angle = 1e-3;
    const Vector old = v.col(0);
    Vector other = Vector::Unit(v.rows(), 0);
    other -= v * (v.transpose() * other).eval();
    v.col(0) = std::cos(angle) * old + std::sin(angle) * other.normalized();
  });
  EXPECT_FALSE(verification.ok()) << text_of(verification);
}

TEST_P(TamperedModelTest, AHigherBoundAndAnotherObjectiveAreFound) {
  const double size = std::max(1.0, std::abs(*fit_.model.certificate->objective));
  EXPECT_EQ(
      status_of(after([&](Model& model) { *model.certificate->bound += 1e-6 * size; }), "bound"),
      ClaimStatus::kFailed);
  EXPECT_EQ(status_of(after([&](Model& model) { *model.certificate->objective -= 1e-6 * size; }),
                      "objective"),
            ClaimStatus::kFailed);
}

TEST_P(TamperedModelTest, ALowerBoundIsNoFalseClaim) {
  EXPECT_TRUE(after([](Model& model) { *model.certificate->bound -= 1; }).ok());
}

TEST_P(TamperedModelTest, OtherMultipliersOnlyWeakenTheBound) {
  const double proven = *after([](Model&) {}).bound;
  const Verification verification = after([](Model& model) {
    Multipliers& all = model.certificate->multipliers;
    for (double& weight : all.dual_weights) weight = weight * 1.7 + 0.2;
    if (!all.dual_weights.empty()) all.dual_weights.front() += 0.3;
    for (double& angle : all.support_angles) angle += 0.2;
    for (LowRankMatrix& factor : all.covariance_multipliers) factor.left *= 1.5;
  });
  const double size = std::max(1.0, std::abs(*verification.objective));
  EXPECT_LE(*verification.bound, proven + 1e-9 * size) << text_of(verification);
  const bool has_none = GetParam().method == "pca" || GetParam().method == "ppca" ||
                        GetParam().method == "mean-matching-pca";
  EXPECT_EQ(verification.ok(), has_none) << text_of(verification);
}

TEST_P(TamperedModelTest, OtherMeansScalesAndDimensionsAreFound) {
  EXPECT_EQ(status_of(after([](Model& model) { model.mean(1) += 1e-9 * model.scale(1); }),
                      "mean_and_scale"),
            ClaimStatus::kFailed);
  EXPECT_EQ(status_of(after([](Model& model) { model.scale(2) *= 1 + 1e-9; }), "mean_and_scale"),
            ClaimStatus::kFailed);
  EXPECT_FALSE(after([](Model& model) { model.requested_dimensions = 3; }).ok());
  EXPECT_FALSE(after([](Model& model) {
                 model.requested_dimensions = 3;
                 model.provenance.options["dimensions"] = "3";
               }).ok());
}

TEST_P(TamperedModelTest, OtherNumbersOfTheGroupsAreFound) {
  const std::vector<std::function<void(Model&)>> edits = {
      [](Model& model) { model.weight *= 1 + 1e-8; },
      [](Model& model) { model.total_variance *= 1 + 1e-8; },
      [](Model& model) { model.projection.component_variance(1) *= 1.0001; },
      [](Model& model) { *model.groups[0].weight += 1; },
      [](Model& model) { *model.groups[0].reconstruction_error *= 1 - 1e-6; },
      [](Model& model) { *model.groups[1].loss += 1e-6; },
      [](Model& model) { model.groups[1].mean(2) += 1e-6; },
      [](Model& model) { model.groups[0].deviation(3) *= 1 + 1e-6; },
  };
  EXPECT_EQ(status_of(after([](Model&) {}), "numbers"), ClaimStatus::kProven);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    EXPECT_EQ(status_of(after(edits[i]), "numbers"), ClaimStatus::kFailed) << "edit " << i;
  }
}

TEST_P(TamperedModelTest, ALooserToleranceIsFoundUnlessItWasAskedFor) {
  const auto loosen = [](Model& model) { model.certificate->tolerance = 0.5; };
  EXPECT_EQ(status_of(after(loosen), "tolerance"), ClaimStatus::kFailed);
  const Verification asked = after([&](Model& model) {
    loosen(model);
    model.provenance.options["tolerance"] = "0.5";
  });
  EXPECT_TRUE(asked.ok()) << text_of(asked);
}

TEST_P(TamperedModelTest, OneChangedRowIsFound) {
  GroupedRows changed = fit_.data;
  changed.rows(7, 3) += 1e-4;
  MatrixRows source(changed.table());
  const Verification verification = verify_model(fit_.model, accumulate_moments(source));
  EXPECT_EQ(status_of(verification, "same_problem"), ClaimStatus::kFailed) << text_of(verification);
  EXPECT_FALSE(verification.ok());
}

INSTANTIATE_TEST_SUITE_P(Methods, TamperedModelTest, ::testing::ValuesIn(tampered_cases()),
                         case_name);

TEST(VerifyModelTest, AWideGapIsNotProvenOptimalByTheToleranceOfTheFile) {
  Fitted fit = fitted({"loss", "fair-pca"}, kTwo);
  ASSERT_EQ(fit.model.provenance.status, "optimal");
  for (double& weight : fit.model.certificate->multipliers.dual_weights) weight += 0.3;
  fit.model.certificate->bound = 0;
  fit.model.certificate->tolerance = 0.5;
  const Verification forged = verify_model(fit.model, fit.moments);
  EXPECT_EQ(status_of(forged, "optimal"), ClaimStatus::kFailed) << text_of(forged);
  fit.model.provenance.options["tolerance"] = "0.5";
  const Verification asked = verify_model(fit.model, fit.moments);
  EXPECT_EQ(status_of(asked, "optimal"), ClaimStatus::kReported) << text_of(asked);
  EXPECT_TRUE(asked.ok());
}

TEST(VerifyModelTest, ACapOutOfReachIsProvenToBeAndCannotBeClaimedForOneWithin) {
  Fitted fit{random_groups(kTwo, 8, 5), {}, {}};
  for (Index i = 0; i < fit.data.rows.rows(); ++i) {  // one group varies more in every direction
    if (fit.data.codes[static_cast<std::size_t>(i)] == 1) fit.data.rows.row(i) *= 5;
  }
  MatrixRows source(fit.data.table());
  fit.moments = accumulate_moments(source);
  FitSettings settings{.method = "gap-capped-pca",
                       .options = {{"max_gap", 0.0}},
                       .dimensions = {2},
                       .preparation = {.center = Center::kGroup}};
  fit.model = parse_model(model_bytes(fairpca::fit(fit.data, settings).model));
  ASSERT_EQ(fit.model.provenance.status, "infeasible");
  const Verification proven = verify_model(fit.model, fit.moments);
  EXPECT_EQ(status_of(proven, "constraint"), ClaimStatus::kProven) << text_of(proven);
  fit.model.provenance.options["max-gap"] = "1e9";
  EXPECT_EQ(status_of(verify_model(fit.model, fit.moments), "constraint"), ClaimStatus::kProven);
  fit.model.provenance.options["max-gap"] = "0";
  fit.model.certificate->multipliers.dual_weights = {};
  EXPECT_EQ(status_of(verify_model(fit.model, fit.moments), "constraint"), ClaimStatus::kFailed);
}

TEST(VerifyModelTest, WhatIsNotRecomputedIsSaid) {
  Fitted fit = fitted({"pca", "pca"}, kTwo);
  fit.model.bandwidth = 77;
  const Verification verification = verify_model(fit.model, fit.moments);
  EXPECT_TRUE(verification.ok());
  EXPECT_THAT(text_of(verification),
              testing::HasSubstr("reported not_recomputed: bandwidth (77); no claim"));
}

TEST(VerifyModelTest, GroupsOfOneNameWithOtherLevelsAreToldApart) {
  Fitted fit = fitted({"loss", "fair-pca"}, kTwo);
  fit.model.groups[0].levels[0].second = "level 7";
  EXPECT_THAT(text_of(verify_model(fit.model, fit.moments)), testing::HasSubstr("=level 7'"));
}

TEST(VerifyModelTest, ProjectionsThatAreScaledAreNotCalledProjections) {
  Fitted fit = fitted({"pca", "pca"}, kTwo);
  fit.model.projection.encode_scale(0) = 0.999;
  EXPECT_EQ(status_of(verify_model(fit.model, fit.moments), "feasible"), ClaimStatus::kFailed);
}

TEST(VerifyModelTest, OtherColumnsAndGroupsAreNamed) {
  const Fitted fit = fitted({"loss", "fair-pca"}, kTwo);
  GroupedRows other = fit.data;
  other.levels = {"level 0", "level 9"};
  MatrixRows renamed(other.table());
  EXPECT_THAT(text_of(verify_model(fit.model, accumulate_moments(renamed))),
              testing::HasSubstr("'level 9'"));
  const GroupedRows wider = random_groups(kTwo, 9, 5);
  MatrixRows more(wider.table());
  EXPECT_THAT(text_of(verify_model(fit.model, accumulate_moments(more))),
              testing::HasSubstr("'c9'"));
}

TEST(VerifyModelTest, RowsInAnotherOrderAreTheSameProblemByCountsAndNorms) {
  const Fitted fit = fitted({"loss", "fair-pca"}, kTwo);
  GroupedRows other = fit.data;
  other.rows = fit.data.rows.colwise().reverse().eval();
  std::reverse(other.codes.begin(), other.codes.end());
  MatrixRows source(other.table());
  const Verification verification = verify_model(fit.model, accumulate_moments(source));
  EXPECT_TRUE(verification.ok()) << text_of(verification);
  EXPECT_EQ(verification.claims.front().sentence.code(), "moments-equal");
  EXPECT_EQ(verify_model(fit.model, fit.moments).claims.front().sentence.code(),
            "moments-identical");
}

TEST(VerifyModelTest, WithheldAndAbsentCertificatesAreSaidToBeSo) {
  const Fitted hidden = fitted({"loss", "fair-pca"}, {60, 45, 4});
  EXPECT_FALSE(hidden.model.certificate);
  const Verification withheld = verify_model(hidden.model, hidden.moments);
  EXPECT_FALSE(withheld.ok());
  EXPECT_EQ(text_of(withheld), "withheld certificate: withheld: group 'level 2' has 4 rows\n");
  Fitted fit = fitted({"pca", "pca"}, kTwo);
  fit.model.certificate.reset();
  EXPECT_EQ(status_of(verify_model(fit.model, fit.moments), "certificate"),
            ClaimStatus::kNotChecked);
}

TEST(VerifyModelTest, OfHiddenGroupsNoNormsAreKept) {
  const Fitted fit = fitted({"pca", "pca"}, {60, 45, 4, 5});
  ASSERT_TRUE(fit.model.certificate);
  EXPECT_TRUE(fit.model.certificate->groups[0]);
  EXPECT_FALSE(fit.model.certificate->groups[2]);
  EXPECT_TRUE(verify_model(fit.model, fit.moments).ok());
}

TEST(VerifyModelTest, SettingsThatNoFitWritesAreRejected) {
  Fitted fit = fitted({"robust", "robust-fair-pca"}, kTwo);
  fit.model.provenance.options["lambda"] = "nan";
  EXPECT_EQ(rejection_of([&] { verify_model(fit.model, fit.moments); }).code(), "option-value");
  fit.model.provenance.options["lambda"] = "0.5";
  fit.model.method = "magic";
  EXPECT_EQ(rejection_of([&] { verify_model(fit.model, fit.moments); }).code(),
            "method-not-proven");
}

TEST(VerifyModelTest, ThreadsChangeNothing) {
  const Fitted fit = fitted({"robust", "robust-fair-pca"}, kTwo);
  EXPECT_EQ(text_of(verify_model(fit.model, fit.moments, 1)),
            text_of(verify_model(fit.model, fit.moments, 4)));
}

}  // namespace verify_model_test
}  // namespace fairpca
