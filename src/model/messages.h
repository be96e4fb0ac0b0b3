// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What models, and rows given to them, are rejected with.
inline constexpr MessageSpec kModelMessages[] = {
    {"rows-of-another-width", MessageKind::kInvalid,
     "the model has {expected} {what}, the rows given have {columns} columns"},
    {"not-probabilistic", MessageKind::kInvalid,
     "a model of method {method} has no likelihood; ppca and the mixtures have one"},
    {"not-a-mixture", MessageKind::kInvalid, "a model of method {method} is not a mixture"},
    {"mixture-coordinates", MessageKind::kInvalid,
     "mixture coordinates do not determine the component, so they cannot be turned back; "
     "reconstruct the rows themselves: [what=reconstruction]"},
    {"sample-size", MessageKind::kInvalid, "a sample of {rows} rows; the number must be >= 0"},
    {"impossible-model", MessageKind::kInvalid, "the model cannot be written: {reason}"},
    {"no-model-of-missing-cells", MessageKind::kInvalid,
     "{option} cannot be model: {method} has no model of missing cells; use [missing=mean]"},
    {"row-for-every-row", MessageKind::kInvalid,
     "{option} cannot be drop-row: every row that is read gives a row; use [missing=error], "
     "[missing=mean] or [missing=model]"},
    {"embedding-of-projection", MessageKind::kInvalid,
     "{option} is for mixtures, and a model of method {method} is not a mixture"},
};

template <FixedText code, FixedText... names>
Message model_message(NamedArgument<names>... arguments) {
  return make_message<kModelMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
