// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "model/reconstruction.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/likelihood_claims.h"
#include "verify/messages.h"
#include "verify/proof.h"

namespace fairpca {
namespace {

/// -E ln N(x; mean, C) in raw units: C has the eigenvalues `along` and p - d times `noise`.
double mean_surprise(const Vector& along, double noise, double quadratic, const Vector& scale) {
  const auto p = static_cast<double>(scale.size());
  const auto d = static_cast<double>(along.size());
  return 0.5 * (p * std::log(2 * std::numbers::pi) + along.array().log().sum() +
                (p - d) * std::log(noise) + quadratic) +
         scale.array().log().sum();
}

/// tr(C^-1 M).
double quadratic_of(const LinearProjection& projection, const Matrix& second_moment) {
  const Vector inside = variances_along(projection.components, second_moment);
  return inside.cwiseQuotient(projection.component_variance).sum() +
         (second_moment.trace() - inside.sum()) / *projection.noise_variance;
}

/// The likelihood grows with every eigenvalue kept, while the noise stays below the last of them.
std::optional<double> likelihood_bound(const ProvenProblem& problem) {
  const auto p = static_cast<double>(problem.prepared.scale.size());
  const auto d = static_cast<double>(problem.d());
  const Vector upper = EigenvalueBounds(problem.prepared.covariance).upper(problem.d());
  const double noise = (problem.total_variance() - upper.sum()) / (p - d);
  if (!(noise > 0) || upper(upper.size() - 1) < noise) return std::nullopt;
  return mean_surprise(upper, noise, p, problem.prepared.scale);
}

}  // namespace

Proof prove_ppca(const ProvenProblem& problem) {
  const LinearProjection& projection = problem.model.projection;
  Proof proof;
  const auto surprise = [&](const Matrix& second_moment) {
    return mean_surprise(projection.component_variance, *projection.noise_variance,
                         quadratic_of(projection, second_moment), problem.prepared.scale);
  };
  proof.objective = surprise(problem.prepared.covariance);
  proof.bound = likelihood_bound(problem);
  if (problem.settings.preparation.center == Center::kOverall) {
    std::vector<double> likelihoods;
    for (Index g = 0; g < problem.groups(); ++g) {
      likelihoods.push_back(-surprise(problem.second_moment(g)));
    }
    add_likelihood_claims(problem.model, likelihoods, proof.claims);
  }
  return proof;
}

}  // namespace fairpca
