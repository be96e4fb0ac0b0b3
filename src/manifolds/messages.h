// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What frames are rejected with.
inline constexpr MessageSpec kManifoldsMessages[] = {
    {"frame-size", MessageKind::kInvalid,
     "p x d frames need 1 <= d <= p; given were p = {p}, d = {d}"},
    {"different-frame-sizes", MessageKind::kInvalid,
     "principal angles need two frames of one shape; given were {rows} x {columns} and "
     "{other_rows} x {other_columns}"},
};

template <FixedText code, FixedText... names>
Message manifolds_message(NamedArgument<names>... arguments) {
  return make_message<kManifoldsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
