// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What methods that constrain the group means reject and warn of.
inline constexpr MessageSpec kMeanConstraintsMessages[] = {
    {"too-few-directions", MessageKind::kInvalid,
     "{option}: {value} is too many; {constraint} rules out {excluded} of the {columns} "
     "directions, so at most {most} are left"},
    {"no-direction-left", MessageKind::kInvalid,
     "{option}: {value} is too many; {constraint} rules out all {columns} directions; compare "
     "fewer groups"},
    {"penalty-weight-too-large", MessageKind::kInvalid,
     "{option} must be 0 to {most:.3g} for these data, got {value}; covariances are as alike as "
     "they can be long before that"},
    {"delta-below-rounding", MessageKind::kWarning,
     "delta {delta:.2g} is so small beside the difference of {difference:.2g} that rounding limits "
     "the gap to {gap:.2g}; [delta=0] is exact"},
    {"means-apart", MessageKind::kWarning,
     "the projected means differ by {reached:.4g}, more than delta {delta:.4g}"},
    {"relaxation-not-solved", MessageKind::kWarning,
     "the convex program ended {gap:.2g} of the variance from its bound, more than "
     "{tolerance:.2g}"},
    {"relaxation-of-less-trace", MessageKind::kWarning,
     "the solution P of the program as printed has trace {trace:.4g}: the penalty outweighs the "
     "variance of other directions, and of the {dimensions} those beyond the rank of P are "
     "arbitrary"},
    {"means-equal-already", MessageKind::kWarning,
     "the group means are equal already: this is plain PCA"},
};

template <FixedText code, FixedText... names>
Message mean_constraints_message(NamedArgument<names>... arguments) {
  return make_message<kMeanConstraintsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
