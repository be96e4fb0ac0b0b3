// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/verify/verify.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text/counted.h"
#include "text/quoted.h"
#include "verify/judged_claims.h"
#include "verify/messages.h"
#include "verify/proof.h"
#include "verify/published_numbers.h"
#include "verify/same_problem.h"
#include "verify/tolerance.h"

namespace fairpca {
namespace {

/// By which recomputed and claimed numbers may differ, beside max(|objective|, scale).
constexpr double kAgreement = 1e-9;

using ProofOfMethod = Proof (*)(const ProvenProblem&);

ProofOfMethod proof_of(const std::string& method) {
  if (method == "pca") return prove_pca;
  if (method == "ppca") return prove_ppca;
  if (method == "fair-pca") return prove_fair_pca;
  if (method == "robust-fair-pca") return prove_robust_fair_pca;
  if (method == "gap-capped-pca") return prove_gap_capped;
  if (method == "mean-matching-pca") return prove_mean_matching;
  if (method == "constrained-fair-pca") return prove_constrained;
  if (method == "mmd-fair-pca") return prove_mmd_bound;
  reject(verify_message<"method-not-proven">("method"_is(Quoted{method})));
}

double size_of(double objective, double scale) {
  return std::max(std::abs(objective), scale);
}

void add_bound_claim(const Model& model, const Proof& proof, std::vector<VerifiedClaim>& claims) {
  const ModelCertificate& certificate = *model.certificate;
  const double size = size_of(proof.objective, proof.scale);
  if (!certificate.bound) {
    claims.push_back({"bound", ClaimStatus::kReported, verify_message<"bound-unknown">()});
  } else if (!proof.bound) {
    claims.push_back(
        {"bound", ClaimStatus::kFailed,
         verify_message<"bound-without-multipliers">("claimed"_is(*certificate.bound))});
  } else if (*certificate.bound > *proof.bound + kAgreement * size) {
    claims.push_back({"bound", ClaimStatus::kFailed,
                      verify_message<"bound-too-high">("claimed"_is(*certificate.bound),
                                                       "found"_is(*proof.bound))});
  } else {
    claims.push_back({"bound", ClaimStatus::kProven,
                      verify_message<"bound-proven">("claimed"_is(*certificate.bound),
                                                     "found"_is(*proof.bound))});
  }
}

void add_optimal_claim(const ProvenProblem& problem, const Proof& proof,
                       std::vector<VerifiedClaim>& claims) {
  std::optional<VerifiedClaim> wrong = wrong_tolerance(problem);
  const bool is_asked = !wrong;
  if (wrong) claims.push_back(std::move(*wrong));
  if (!proof.bound) return;
  const Model& model = problem.model;
  const double size = size_of(proof.objective, proof.scale);
  const double gap = proof.objective - *proof.bound;
  const double trusted = trusted_tolerance(problem) * size;
  const double claimed = model.certificate->tolerance * size;
  const bool is_claimed = model.provenance.status == "optimal";
  const auto bound = "bound"_is(*proof.bound);
  const auto objective = "objective"_is(proof.objective);
  const auto tolerance = "tolerance"_is(trusted);
  const auto what = "what"_is(
      model.method == "ppca" ? std::string("Gaussian of this form")
                             : fmt::format("projection of rank {}", model.requested_dimensions));
  if (!is_claimed) {
    claims.push_back({"optimal", ClaimStatus::kReported,
                      verify_message<"gap-reported">(what, bound, objective, "gap"_is(gap),
                                                     "status"_is(model.provenance.status))});
  } else if (gap <= trusted) {
    claims.push_back(
        {"optimal", ClaimStatus::kProven,
         verify_message<"optimal-proven">(what, bound, objective, "gap"_is(gap), tolerance)});
  } else if (is_asked && gap <= claimed) {
    claims.push_back({"optimal", ClaimStatus::kReported,
                      verify_message<"optimal-as-asked">(what, bound, objective, "gap"_is(gap),
                                                         "asked"_is(claimed), tolerance)});
  } else {
    claims.push_back(
        {"optimal", ClaimStatus::kFailed,
         verify_message<"optimal-not-proven">(bound, objective, "gap"_is(gap), tolerance)});
  }
}

/// Mixtures, and ppca of rows with missing cells.
bool needs_rows(const Model& model, const ProblemSettings& settings) {
  return model.mixture || settings.missing == MissingCells::kModel;
}

}  // namespace

std::string to_string(ClaimStatus status) {
  switch (status) {
    case ClaimStatus::kProven:
      return "proven";
    case ClaimStatus::kFailed:
      return "failed";
    case ClaimStatus::kNotChecked:
      return "not checked";
    case ClaimStatus::kWithheld:
      return "withheld";
    case ClaimStatus::kReported:
      return "reported";
  }
  return "";
}

bool Verification::ok() const {
  return !claims.empty() &&
         std::all_of(claims.begin(), claims.end(), [](const VerifiedClaim& claim) {
           return claim.status == ClaimStatus::kProven || claim.status == ClaimStatus::kReported;
         });
}

bool needs_label(const Model& model) {
  const ProblemSettings settings = problem_settings(model);
  return settings.conditional != ProvenConditional::kNone ||
         (model.method == "mean-matching-pca" && !settings.positive.empty());
}

std::optional<VerifiedClaim> lack_of_certificate(const Model& model) {
  if (model.certificate) return std::nullopt;
  for (const GroupSummary& group : model.groups) {
    if (group.weight) continue;
    return VerifiedClaim{
        "certificate", ClaimStatus::kWithheld,
        verify_message<"certificate-withheld">("reason"_is(fmt::format(
            "group {} has {}", in_quotes(group.name), counted(group.rows, "row", "rows"))))};
  }
  return VerifiedClaim{"certificate", ClaimStatus::kNotChecked,
                       verify_message<"certificate-absent">()};
}

VerifiedClaim objective_claim(const Model& model, double objective, double scale) {
  const std::optional<double>& claimed = model.certificate->objective;
  if (!claimed) {
    return {"objective", ClaimStatus::kReported,
            verify_message<"objective-unknown">("found"_is(objective))};
  }
  const double difference = std::abs(objective - *claimed);
  if (difference <= kAgreement * size_of(objective, scale)) {
    return {"objective", ClaimStatus::kProven,
            verify_message<"objective-proven">("found"_is(objective), "difference"_is(difference))};
  }
  return {"objective", ClaimStatus::kFailed,
          verify_message<"objective-differs">("found"_is(objective), "claimed"_is(*claimed))};
}

Verification verify_model(const Model& model, const GroupMoments& moments, int threads) {
  Verification result;
  if (std::optional<VerifiedClaim> lack = lack_of_certificate(model)) {
    result.claims.push_back(std::move(*lack));
    return result;
  }
  const std::optional<ProvenProblem> problem =
      proven_problem(model, moments, threads, result.claims);
  if (!problem) return result;
  if (needs_rows(model, problem->settings)) {
    result.claims.push_back(
        {"objective", ClaimStatus::kNotChecked, verify_message<"rows-needed">()});
    return result;
  }
  const ProofOfMethod prove = proof_of(model.method);
  result.claims.push_back(feasible_claim(*problem));
  const bool is_ppca = model.method == "ppca";
  if (is_ppca && !model.projection.noise_variance) return result;  // it is not feasible
  const Proof proof = prove(*problem);
  result.objective = proof.objective;
  result.bound = proof.bound;
  result.claims.insert(result.claims.end(), proof.claims.begin(), proof.claims.end());
  result.claims.push_back(objective_claim(model, proof.objective, proof.scale));
  add_bound_claim(model, proof, result.claims);
  add_optimal_claim(*problem, proof, result.claims);
  result.claims.push_back(numbers_claim(*problem));
  if (std::optional<VerifiedClaim> rest = numbers_left_out(*problem)) {
    result.claims.push_back(std::move(*rest));
  }
  return result;
}

}  // namespace fairpca
