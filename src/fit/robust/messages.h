// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What robust-fair-pca rejects and warns of.
inline constexpr MessageSpec kRobustMessages[] = {
    {"radii-per-group", MessageKind::kInvalid,
     "{option} takes one radius, or one for each of the {groups} groups; {given} were given"},
    {"robust-problem-size", MessageKind::kInvalid,
     "there are {groups} groups but {shares} shares and {radii} radii"},
    {"robust-problem-attributes", MessageKind::kInvalid,
     "there are {groups} groups but the attributes of {attributes}"},
    {"grid-of-different-moments", MessageKind::kInvalid,
     "the problems of a grid must be about the same second moments"},
    {"group-without-comparison", MessageKind::kWarning,
     "group {group} is the only one of its protected column: it is compared with none and has no "
     "part in the objective"},
    {"theorem-condition", MessageKind::kWarning,
     "the condition of Theorem {theorem} of Vu et al. does not hold for group {group}: lambda "
     "{lambda} exceeds its share {share:.4g} and its least reconstruction error {error:.4g} is "
     "below its radius {radius:.4g}; the objective is the worst case by Proposition 3.3, which "
     "needs no condition"},
    {"theorem-condition-of-more-groups", MessageKind::kWarning,
     "the condition does not hold for {more} more of the {groups} groups"},
    {"lambda-reset", MessageKind::kWarning,
     "lambda {lambda} was reset to {used:.6g}, the smallest share of a group, as the authors of "
     "the "
     "method do: the condition of Theorem {theorem} of Vu et al. does not hold for group {group}, "
     "whose least reconstruction error {error:.4g} is below its radius {radius:.4g}; "
     "[large_lambda=keep] keeps lambda"},
    {"rounding-limits-gap", MessageKind::kWarning,
     "an error is so close to zero that rounding limits the gap to {gap:.2g}, above the tolerance "
     "of {tolerance:.2g}: fewer dimensions leave errors that can be told from zero"},
    {"subgradient-not-converged", MessageKind::kWarning,
     "the subgradient solver has not arrived at a minimum: descent from its result lowers the "
     "objective from {objective:.6g} to {lower:.6g}; increase [steps] or [starts], or use "
     "[solver=exact]"},
};

template <FixedText code, FixedText... names>
Message robust_message(NamedArgument<names>... arguments) {
  return make_message<kRobustMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
