// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What requests for synthetic data are rejected with.
inline constexpr MessageSpec kSyntheticMessages[] = {
    {"unknown-data-set", MessageKind::kInvalid,
     "no synthetic data set is called {name}; there are {names}"},
};

template <FixedText code, FixedText... names>
Message synthetic_message(NamedArgument<names>... arguments) {
  return make_message<kSyntheticMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
