// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What paths are rejected or warned of with.
inline constexpr MessageSpec kPathMessages[] = {
    {"max-gap-of-many-groups", MessageKind::kInvalid,
     "{option} caps the gap between two groups, and there are {groups}; leave it out"},
    {"equal-error-shapes", MessageKind::kInvalid,
     "the two matrices must be p x p; they are {rows} x {columns} and {other_rows} x "
     "{other_columns}"},
    {"front-distance", MessageKind::kWarning,
     "the fronts are only within {distance:.3g} of their polylines; allow more with [max_points]"},
    {"front-tolerance", MessageKind::kWarning,
     "the fronts are not within the tolerance of their polylines; allow more with [max_points]"},
};

template <FixedText code, FixedText... names>
Message path_message(NamedArgument<names>... arguments) {
  return make_message<kPathMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
