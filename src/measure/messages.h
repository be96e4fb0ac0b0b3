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
     "all rows are of one class; logistic regression needs two"},
    {"measure-unknown", MessageKind::kInvalid, "no measure is called {name}; {advice}"},
    {"measures-without-label", MessageKind::kNote,
     "without a label ([label]) these are not measured: {measures}"},
    {"measures-without-rows", MessageKind::kNote,
     "these measures need the rows themselves and are left out: {measures}"},
    {"measures-without-likelihood", MessageKind::kNote,
     "a model of {method} has no likelihood; left out: {measures}"},
    {"intervals-of-few-rows", MessageKind::kNote,
     "intervals may be too narrow for groups with fewer than {minimum}: {groups}"},
    {"rows-not-kept", MessageKind::kNote,
     "the interval of {measures} is left out: it needs the rows, which are too many to keep"},
    {"loss-draws-too-costly", MessageKind::kNote,
     "the intervals of loss are left out: {draws} draws of {rows} rows of {columns} columns would "
     "take too long"},
    {"loss-interval-withheld", MessageKind::kNote,
     "the interval of loss is withheld for {groups}: its bias is above half of its value, or there "
     "are too few rows for so many dimensions"},
    {"no-training-rows", MessageKind::kNote,
     "{measure} is left out: it needs training rows ([train]) or what the model remembers of them"},
    {"score-not-a-number", MessageKind::kInvalid, "the score of row {row} is not a number"},
};

template <FixedText code, FixedText... names>
Message measure_message(NamedArgument<names>... arguments) {
  return make_message<kMeasureMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
