// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/group_moments.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// kReported: a number that the file does not claim.  kWithheld: small groups hide it.
enum class ClaimStatus { kProven, kFailed, kNotChecked, kWithheld, kReported };

/// `proven`, `failed`, `not checked`, `withheld`, `reported`.
std::string to_string(ClaimStatus status);

/// One claim of a model file, and what became of it.
struct VerifiedClaim {
  /// `same_problem`, `mean_and_scale`, `feasible`, `constraint`, `objective`, `bound`, `prefixes`,
  /// `log_likelihoods`, `optimal`, `certificate`.
  std::string id;
  ClaimStatus status = ClaimStatus::kProven;
  Message sentence;  ///< with the numbers
};

/// What could be proven of a model again, from its frame, its multipliers and the moments alone.
struct Verification {
  std::vector<VerifiedClaim> claims;
  std::optional<double> objective;  ///< recomputed
  std::optional<double> bound;      ///< recomputed: no feasible point has a smaller objective

  /// Every claim of the file was proven again, whether or not the gap closes.
  bool ok() const;
};

/// Proves the certificate of `model` again (docs/methods/certificates.md), by full dense
/// eigen-solves and no number of the file but the components and the multipliers: one solve for the
/// bound, one per group where sigma_d(M_g) enters, one per support angle; on `threads` threads.
/// Throws InvalidArgument for settings that no fit writes.
Verification verify_model(const Model& model, const GroupMoments& moments, int threads = 1);

/// The same from the rows the model was fitted to, which the source delivers as for evaluate_rows()
/// (with the label, where needs_label()).  Also what moments cannot show: MMD^2, likelihoods of
/// mixtures and of rows with missing cells; these read the rows twice.
Verification verify_rows(RowSource& rows, const Model& model, const PassOptions& pass = {});

/// Whether the problem that the model solves looks at the labels of the rows.
bool needs_label(const Model& model);

}  // namespace fairpca
