// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What fair-pca rejects and warns of.
inline constexpr MessageSpec kFairPcaMessages[] = {
    {"nash-with-multiplicative-weights", MessageKind::kInvalid,
     "{option} cannot be nash with [solver=multiplicative-weights], which takes the criteria loss "
     "and error; use [solver=exact]"},
    {"nested-with-multiplicative-weights", MessageKind::kInvalid,
     "{option} components need [solver=exact], not [solver=multiplicative-weights]"},
    {"nested-with-extra-dimensions", MessageKind::kInvalid,
     "{option} components are single directions and cannot be combined with "
     "[extra_dimensions=allow]; leave one of the two out"},
    {"nash-without-variance", MessageKind::kInvalid,
     "{option} nash multiplies the groups' captured variances, and group {group} has no variance; "
     "leave the group out, or use [criterion=loss] or [criterion=error]"},
    {"accuracy-of-the-last", MessageKind::kInvalid,
     "{option} is that of the mean of all rounds, not of [iterate=last]; leave one of the two out"},
    {"accuracy-takes-too-long", MessageKind::kInvalid,
     "{option}: {value} takes {rounds:.2g} rounds by Theorem A.2 of Samadi et al.; at most "
     "{most} are allowed, which {least:.2g} and more keep to; use [eta] and [max_iterations], "
     "whose "
     "bound tells how far they came, or [solver=exact]"},
    {"all-dimensions-kept", MessageKind::kNote,
     "all {columns} are kept: every error is 0 for every group, and there is nothing to choose; "
     "use "
     "fewer dimensions"},
    {"extra-dimensions-help", MessageKind::kWarning,
     "the best projection found on {dimensions} has objective {objective:.6g}; {more} dimensions "
     "reach {reached:.6g}: [extra_dimensions=allow]"},
    {"nesting-cost", MessageKind::kWarning,
     "nested components: objective {objective:.6g}, without nesting {unnested:.6g}"},
};

template <FixedText code, FixedText... names>
Message fair_pca_message(NamedArgument<names>... arguments) {
  return make_message<kFairPcaMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
