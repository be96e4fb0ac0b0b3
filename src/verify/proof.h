// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/verify/verify.h"
#include "verify/problem_settings.h"

namespace fairpca {

/// A model beside the moments it is proven from.
struct ProvenProblem {
  const Model& model;
  ProblemSettings settings;
  GroupMoments moments;  ///< of the model's encoded columns
  PreparedMoments prepared;
  int threads = 1;

  Index d() const { return model.requested_dimensions; }
  Index groups() const { return static_cast<Index>(prepared.groups.size()); }
  const Matrix& frame() const { return model.projection.components; }
  const Matrix& second_moment(Index group) const {
    return prepared.groups[static_cast<std::size_t>(group)].second_moment;
  }
  const Multipliers& multipliers() const { return model.certificate->multipliers; }
  double total_variance() const { return prepared.covariance.trace(); }

  /// Shares l_j of the columns in P = V diag(l) V'; all 1 for a projection.
  Vector shares() const;
  /// <P, M>.
  double captured(const Matrix& second_moment) const;
  /// sum_g weights_g M_g.
  Matrix combined(const Vector& weights) const;
  /// For each group the number of its attribute.
  std::vector<Index> attributes() const;
};

/// What the inequality of a method gives.
struct Proof {
  double objective = std::numeric_limits<double>::quiet_NaN();
  std::optional<double> bound;        ///< none: the file lacks the multipliers of one
  double scale = 1;                   ///< the natural size of the objective
  std::vector<VerifiedClaim> claims;  ///< of constraints, and of numbers of this method alone
};

/// One per row of the table of certificates; docs/methods/certificates.md has the inequalities.
Proof prove_pca(const ProvenProblem& problem);
Proof prove_ppca(const ProvenProblem& problem);
Proof prove_fair_pca(const ProvenProblem& problem);
Proof prove_robust_fair_pca(const ProvenProblem& problem);
Proof prove_gap_capped(const ProvenProblem& problem);
Proof prove_mean_matching(const ProvenProblem& problem);
Proof prove_constrained(const ProvenProblem& problem);
/// Without the constraint, which needs the rows.
Proof prove_mmd_bound(const ProvenProblem& problem);

/// tr S - <S, VV'>, and tr S - U_d(S): of all methods whose objective is the overall error.
Proof overall_error(const ProvenProblem& problem);

/// Shares of the groups, which sum to 1 in every attribute: rows in no group do not count.
Vector attribute_shares(const ProvenProblem& problem);

}  // namespace fairpca
