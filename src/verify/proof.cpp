// SPDX-License-Identifier: BSD-3-Clause
#include "verify/proof.h"

#include <map>

#include "model/reconstruction.h"
#include "moments/attributes.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/messages.h"

namespace fairpca {

Vector ProvenProblem::shares() const {
  const LinearProjection& projection = model.projection;
  const Eigen::ArrayXd weights = projection.encode_scale.array() * projection.decode_scale.array();
  return 1 - (1 - weights).square();
}

double ProvenProblem::captured(const Matrix& second_moment) const {
  return shares().dot(variances_along(frame(), second_moment));
}

Matrix ProvenProblem::combined(const Vector& weights) const {
  Matrix sum = Matrix::Zero(prepared.covariance.rows(), prepared.covariance.cols());
  for (Index g = 0; g < groups(); ++g) {
    if (weights(g) != 0) sum += weights(g) * second_moment(g);
  }
  return sum;
}

std::vector<Index> ProvenProblem::attributes() const {
  return attribute_numbers(prepared.groups);
}

Vector attribute_shares(const ProvenProblem& problem) {
  const std::vector<Index> attributes = problem.attributes();
  std::map<Index, double> totals;
  Vector shares(problem.groups());
  for (Index g = 0; g < shares.size(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    shares(g) = problem.prepared.groups[at].weight;
    totals[attributes[at]] += shares(g);
  }
  for (Index g = 0; g < shares.size(); ++g) {
    shares(g) /= totals.at(attributes[static_cast<std::size_t>(g)]);
  }
  return shares;
}

Proof overall_error(const ProvenProblem& problem) {
  Proof proof;
  proof.scale = problem.total_variance();
  const Matrix& frame = problem.frame();
  proof.objective = proof.scale - variances_along(frame, problem.prepared.covariance).sum();
  return proof;
}

Proof prove_pca(const ProvenProblem& problem) {
  Proof proof = overall_error(problem);
  proof.bound = proof.scale - top_sum_bound(problem.prepared.covariance, problem.d());
  return proof;
}

Proof prove_mmd_bound(const ProvenProblem& problem) {
  Proof proof = prove_pca(problem);
  proof.claims.push_back(
      {"constraint", ClaimStatus::kNotChecked, verify_message<"mmd-needs-rows">()});
  return proof;
}

}  // namespace fairpca
