// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What gap-capped-pca warns of.
inline constexpr MessageSpec kGapMessages[] = {
    {"cap-infeasible", MessageKind::kWarning,
     "no projection on {dimensions} has errors of the groups within {cap:.6g} of each other: the "
     "smallest cap that can be met is {smallest:.6g}; the model has a gap of {gap:.6g}"},
    {"cap-below-bound", MessageKind::kWarning,
     "no projection on {dimensions} has errors of the groups within {cap:.6g} of each other: no "
     "cap "
     "below {smallest:.6g} can be met; the smallest gap found is {gap:.6g}"},
    {"cap-not-met", MessageKind::kWarning,
     "no projection on {dimensions} was found whose errors of the groups are within {cap:.6g} of "
     "each other, and it is not proven that there is none; the smallest gap found is {gap:.6g}"},
};

template <FixedText code, FixedText... names>
Message gap_message(NamedArgument<names>... arguments) {
  return make_message<kGapMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
