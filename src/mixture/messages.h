// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What rows and options are rejected with by the EM of mixtures.
inline constexpr MessageSpec kMixtureMessages[] = {
    {"group-of-a-later-pass", MessageKind::kInvalid,
     "row {row} is in a group that the first pass over the rows did not meet: the rows changed "
     "between two passes; read a copy that no other program writes to"},
    {"too-many-components", MessageKind::kInvalid,
     "{option} is {components}, more than the {rows} rows of positive weight; use fewer"},
};

template <FixedText code, FixedText... names>
Message mixture_message(NamedArgument<names>... arguments) {
  return make_message<kMixtureMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
