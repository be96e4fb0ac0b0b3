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
    {"measure-unknown", MessageKind::kInvalid, "no measure is called {name}; {advice}"},
    {"measures-without-label", MessageKind::kNote,
     "without a label ([label]) these are not measured: {measures}"},
    {"measures-without-rows", MessageKind::kNote,
     "these measures need the rows themselves and are left out: {measures}"},
    {"measures-without-likelihood", MessageKind::kNote,
     "a model of {method} has no likelihood; left out: {measures}"},
    {"intervals-of-few-rows", MessageKind::kNote,
     "intervals may be too narrow for groups with fewer than {minimum}: {groups}"},
    {"score-not-a-number", MessageKind::kInvalid, "the score of row {row} is not a number"},
};

template <FixedText code, FixedText... names>
Message measure_message(NamedArgument<names>... arguments) {
  return make_message<kMeasureMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
