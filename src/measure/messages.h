// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What models and rows are rejected with when they are measured.
inline constexpr MessageSpec kMeasureMessages[] = {
    {"mixture-needs-rows", MessageKind::kInvalid,
     "a mixture is measured on rows; moments are not enough"},
    {"center-of-mixture", MessageKind::kInvalid,
     "{option} cannot be group for a mixture, which has its own means for rows of any group; use "
     "[center=overall]"},
    {"different-encoding", MessageKind::kInvalid,
     "the moments are not encoded as the model encodes rows: their columns or levels differ"},
    {"classes-per-row", MessageKind::kInvalid, "there are {classes} classes for {rows} rows"},
    {"single-class", MessageKind::kInvalid,
     "a class has no rows; a classifier needs rows of two classes or more, and of each"},
    {"score-not-a-number", MessageKind::kInvalid, "the score of row {row} is not a number"},
};

template <FixedText code, FixedText... names>
Message measure_message(NamedArgument<names>... arguments) {
  return make_message<kMeasureMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
