// SPDX-License-Identifier: BSD-3-Clause
#include "verify/tolerance.h"

#include <algorithm>

#include "text/parse_number.h"
#include "verify/messages.h"

namespace fairpca {
namespace {

/// Relative gaps that the methods' own tolerances leave, with room for another default.
constexpr double kClosedGap = 1e-8, kRobustGap = 1e-6, kRelaxedGap = 1e-5,
                 kMultiplicativeGap = 1e-3;

/// The largest tolerance among the options of the fit; 0: none was given.
double asked_tolerance(const Model& model) {
  double largest = 0;
  for (const char* name : {"tolerance", "relaxation-tolerance"}) {
    const auto given = model.provenance.options.find(name);
    double value = 0;
    if (given == model.provenance.options.end()) continue;
    if (read_number(given->second, value) != NumberText::kFinite) continue;
    largest = std::max(largest, value);
  }
  return largest;
}

}  // namespace

double largest_tolerance(const ProvenProblem& problem) {
  const std::string& method = problem.model.method;
  const ProblemSettings& settings = problem.settings;
  const bool has_many_groups = problem.groups() > 2;
  if (method == "fair-pca") {
    if (settings.solver == ProvenSolver::kMultiplicativeWeights) return kMultiplicativeGap;
    return has_many_groups ? kRelaxedGap : kClosedGap;
  }
  if (method == "robust-fair-pca") return kRobustGap;
  if (method == "gap-capped-pca" && has_many_groups) return kRelaxedGap;
  const bool is_relaxed = has_many_groups || settings.mu > 0;
  if (method == "constrained-fair-pca" && is_relaxed) return kRelaxedGap;
  return kClosedGap;
}

double trusted_tolerance(const ProvenProblem& problem) {
  return std::min(problem.model.certificate->tolerance, largest_tolerance(problem));
}

std::optional<VerifiedClaim> wrong_tolerance(const ProvenProblem& problem) {
  const double claimed = problem.model.certificate->tolerance;
  const double allowed = std::max(largest_tolerance(problem), asked_tolerance(problem.model));
  if (claimed <= allowed) return std::nullopt;
  return VerifiedClaim{
      "tolerance", ClaimStatus::kFailed,
      verify_message<"wrong-tolerance">("claimed"_is(claimed), "allowed"_is(allowed))};
}

}  // namespace fairpca
