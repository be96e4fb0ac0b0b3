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
    {"classifiers-cross-fitted", MessageKind::kNote,
     "no training rows were given ([train]): classifiers are fitted to four fifths of the rows and "
     "scored on the others, five times; p-values are then approximate"},
    {"rbf-rows", MessageKind::kNote,
     "RBF support vector machines are fitted to at most {most}, drawn at random by class"},
    {"rbf-groups", MessageKind::kNote,
     "RBF support vector machines predict the {most} largest groups of an attribute only; the "
     "numbers of linear ones are of all groups"},
    {"group-not-predicted", MessageKind::kNote,
     "too few training rows of {groups}, or of the groups beside: how well they are predicted is "
     "left out"},
    {"label-of-one-class", MessageKind::kNote,
     "the label has fewer than two classes among the rows that a classifier is fitted to; left "
     "out: "
     "{measures}"},
    {"positive-unknown", MessageKind::kInvalid,
     "{option}: the label has no level {level}; {advice}"},
    {"positive-of-many", MessageKind::kNote,
     "the label has {classes} classes: parity and odds are the largest over all of them, and "
     "[positive] has no effect"},
    {"unscored-rows-without-label", MessageKind::kNote,
     "{rows} without a label are left out of what is said about predictions"},
    {"group-without-class", MessageKind::kNote,
     "no rows of group {group} have the label {level}: rates among them are left out"},
    {"mmd-sampled", MessageKind::kNote,
     "standard error and p-value of the MMD are computed on {rows}, drawn at random by group"},
    {"mmd-bandwidth", MessageKind::kNote,
     "the model keeps no bandwidth: MMD uses {bandwidth:.4g}, from the evaluated rows' "
     "coordinates"},
    {"mmd-laplace", MessageKind::kNote,
     "MMD is measured with the model's own kernel, the Laplace kernel of scale {scale:.4g}"},
    {"mmd-no-bandwidth", MessageKind::kNote,
     "most rows have the same coordinates, so that MMD has no bandwidth; left out: {measures}"},
    {"mmd-bound-vacuous", MessageKind::kNote,
     "mmd2_bound is 2 or more, which says nothing, and is left out: groups have too few rows"},
    {"rows-not-kept", MessageKind::kNote,
     "the interval of {measures} is left out: it needs the rows, which are too many to keep"},
    {"loss-draws-too-costly", MessageKind::kNote,
     "the intervals of loss are left out: {draws} draws of {rows} rows of {columns} columns would "
     "take too long"},
    {"loss-interval-withheld", MessageKind::kNote,
     "the interval of loss is withheld for {groups}: its bias is above half of its value, or there "
     "are too few rows for so many dimensions"},
    {"bandwidth-of-evaluated-rows", MessageKind::kNote,
     "the model keeps no bandwidth; MMD is measured with {bandwidth:.4g}, from plain PCA of the "
     "evaluated rows"},
    {"positive-without-label", MessageKind::kInvalid, "{option} needs a label column: [label]"},
    {"no-training-rows", MessageKind::kNote,
     "{measure} is left out: it needs training rows ([train]) or what the model remembers of them"},
    {"rule-form", MessageKind::kInvalid,
     "{rule} is not a rule; write NAME <= NUMBER or NAME[[GROUP]] <= NUMBER, with <=, <, >= or >"},
    {"rule-measure", MessageKind::kInvalid, "rule {rule}: no measure is called {name}; {advice}"},
    {"rule-group", MessageKind::kInvalid, "rule {rule}: the rows have no group {group}; {advice}"},
    {"rule-of-no-group", MessageKind::kInvalid,
     "rule {rule}: {name} is one number of all groups and has no value per group; leave out the "
     "brackets"},
    {"rule-without-label", MessageKind::kNote,
     "broken rule {rule}: {measure} needs the column of the label ([label])"},
    {"rule-broken", MessageKind::kNote,
     "broken rule {rule}: the value is {value:.6g}, the limit {limit:.6g}"},
    {"rule-without-value", MessageKind::kNote,
     "broken rule {rule}: there is no such number here; the group is below the minimum size "
     "([min_group_size]), or the model or the data do not allow it"},
    // Models of others.
    {"arrays-without-rows", MessageKind::kInvalid, "there are no rows to evaluate"},
    {"given-array-shape", MessageKind::kInvalid,
     "{what} must have {expected}, it has {rows} rows and {columns} columns"},
    {"array-not-finite", MessageKind::kInvalid,
     "{what} has a number that is not finite in row {row}, column {column}"},
    {"components-not-orthonormal", MessageKind::kInvalid,
     "the components of the model are not orthonormal, so coordinates and reconstructions do not "
     "follow from them; give these instead"},
    {"center-without-components", MessageKind::kInvalid,
     "{option} cannot be group: rows about the mean of their group would have other "
     "reconstructions than those given; use [center=overall]"},
    {"measured-without-components", MessageKind::kNote,
     "the model is measured by its coordinates and reconstructions: its components are not known, "
     "or do not give them; what needs components is left out"},
    {"measured-without-reconstructions", MessageKind::kNote,
     "the model is measured by its coordinates alone: rows cannot be reconstructed, so there are "
     "no errors"},
    {"score-not-a-number", MessageKind::kInvalid, "the score of row {row} is not a number"},
};

template <FixedText code, FixedText... names>
Message measure_message(NamedArgument<names>... arguments) {
  return make_message<kMeasureMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
