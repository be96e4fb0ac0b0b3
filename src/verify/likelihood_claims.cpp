// SPDX-License-Identifier: BSD-3-Clause
#include "verify/likelihood_claims.h"

#include <algorithm>
#include <cmath>

#include "verify/messages.h"

namespace fairpca {

void add_likelihood_claims(const Model& model, const std::vector<double>& recomputed,
                           std::vector<VerifiedClaim>& claims) {
  constexpr double kLikelihoodAgreement = 1e-9;
  double largest = 0;
  Index compared = 0;
  for (std::size_t g = 0; g < std::min(recomputed.size(), model.groups.size()); ++g) {
    const std::optional<double>& claimed = model.groups[g].log_likelihood;
    if (!claimed || std::isnan(*claimed)) continue;
    ++compared;
    const double difference =
        std::abs(recomputed[g] - *claimed) / std::max(std::abs(recomputed[g]), 1.0);
    largest = std::max(largest, difference);
    if (difference <= kLikelihoodAgreement) continue;
    claims.push_back(
        {"log_likelihoods", ClaimStatus::kFailed,
         verify_message<"likelihood-differs">("group"_is(Quoted{model.groups[g].name}),
                                              "found"_is(recomputed[g]), "claimed"_is(*claimed))});
    return;
  }
  if (compared == 0) return;
  claims.push_back(
      {"log_likelihoods", ClaimStatus::kProven,
       verify_message<"likelihoods-proven">("groups"_is(Counted{compared, "group", "groups"}),
                                            "difference"_is(largest))});
}

}  // namespace fairpca
