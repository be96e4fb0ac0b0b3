// SPDX-License-Identifier: BSD-3-Clause
#include "report/verification.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/json_number.h"

namespace fairpca {

std::string verification_json(const Model& model, const Verification& verification,
                              Spelling spelling) {
  OrderedJson claims = OrderedJson::array();
  for (const VerifiedClaim& claim : verification.claims) {
    claims.push_back({{"claim", claim.id},
                      {"status", to_string(claim.status)},
                      {"sentence", claim.sentence.text(spelling)}});
  }
  OrderedJson object = {{"method", model.method},
                        {"ok", verification.ok()},
                        {"objective", json_number(verification.objective)},
                        {"bound", json_number(verification.bound)},
                        {"claims", std::move(claims)}};
  return json_text(object);
}

std::string verification_lines(const Verification& verification, Spelling spelling) {
  std::string text;
  for (const VerifiedClaim& claim : verification.claims) {
    std::string name = claim.id;
    std::replace(name.begin(), name.end(), '_', ' ');
    text += fmt::format("{:<12} {}: {}\n", to_string(claim.status), name,
                        claim.sentence.text(spelling));
  }
  return text + (verification.ok() ? "every claim of the file was proven again\n"
                                   : "not every claim of the file was proven again\n");
}

}  // namespace fairpca
