// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What values of options are rejected with.
inline constexpr MessageSpec kOptionMessages[] = {
    {"option-value", MessageKind::kInvalid, "{option} must be {allowed}, got {value}"},
    {"option-unknown", MessageKind::kInvalid, "{owner} has no option {name}; {advice}"},
    {"option-exclusive", MessageKind::kInvalid,
     "{option} cannot be given together with {other}; choose one"},
    {"option-without-effect", MessageKind::kInvalid,
     "{option} has an effect only with {need}, and {other} is {value}; leave it out, or choose "
     "{need}"},
};

template <FixedText code, FixedText... names>
Message option_message(NamedArgument<names>... arguments) {
  return make_message<kOptionMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
