// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What groups, dimensions and data of any fit are rejected or warned of with.
inline constexpr MessageSpec kFitMessages[] = {
    {"method-unknown", MessageKind::kInvalid, "no method is called {name}; {advice}"},
    {"too-few-groups", MessageKind::kInvalid,
     "{method} compares groups and needs at least {needed}, and {reason}; name a protected column "
     "with at least {needed} levels: [group]"},
    {"needs-rows", MessageKind::kInvalid,
     "{method} needs the rows themselves; moments are not enough"},
    {"needs-moments", MessageKind::kInvalid, "{method} was given no moments"},
    {"needs-rows-again", MessageKind::kInvalid,
     "{place}: {method} reads the rows several times, which this source does not allow; save them "
     "to a file first"},
    {"missing-cells-of-moments", MessageKind::kInvalid,
     "{option} cannot be {value} for moments: replacing missing cells needs the rows, read several "
     "times"},
    {"center-not-overall", MessageKind::kInvalid,
     "{option} must be overall: {method} has means of its own here, for rows of any group"},
    {"group-of-one-row", MessageKind::kInvalid,
     "group {group} has {rows}; {method} needs at least 2 rows in every group, otherwise it is "
     "fitted to that record: merge the level with another, or leave its rows out"},
    {"no-rows", MessageKind::kInvalid, "there are no rows to fit"},
    {"rows-all-equal", MessageKind::kInvalid,
     "no column varies: all {rows} are equal, and {method} needs rows that differ"},
    // Dimensions.
    {"dimensions-out-of-range", MessageKind::kInvalid,
     "{option}: {value} is out of range; with {columns} this method takes 1 to {most}"},
    {"dimensions-above-rows", MessageKind::kInvalid,
     "{option}: {value} is more than the {rows}; it must be 1 to {most}, or give more rows"},
    {"dimensions-not-a-range", MessageKind::kInvalid,
     "{option}: {method} takes one number, not a range; only mixtures choose from one"},
    {"dimensions-by-evidence", MessageKind::kInvalid,
     "{option}: {method} does not take mle; give a number, a share of the variance or a range"},
    {"evidence-needs-rows", MessageKind::kInvalid,
     "{option}: mle needs at least as many rows as encoded columns, and there are {rows} and "
     "{columns}; give a number or a share of the variance"},
    {"evidence-of-no-variance", MessageKind::kInvalid,
     "{option}: mle needs rows that differ, all rows are equal; give a number"},
    {"too-few-columns", MessageKind::kInvalid,
     "this method needs at least two encoded columns to leave one out; there is {columns}"},
    {"share-without-groups", MessageKind::kInvalid,
     "{option}: a share of the variance of the worst group needs groups; name a protected column "
     "([group]), or use [share_of=overall]"},
    {"share-of-no-variance", MessageKind::kInvalid,
     "{option}: a share of variance cannot be reached, all rows are equal; give a count"},
    {"share-not-reached", MessageKind::kInvalid,
     "{option}: a share of {value} is not reached by the {dimensions} this method may take: "
     "{reached:.6f} is the most; ask for less"},
    // Labels.
    {"no-label-column", MessageKind::kInvalid,
     "{method} compares rows by their label here, and there is no label column; give one: "
     "[label]"},
    {"label-column-empty", MessageKind::kInvalid,
     "every cell of label column {column} is missing; give another column: [label]"},
    {"label-unknown", MessageKind::kInvalid,
     "no row has label {label} in column {column}; the labels are {labels}: [positive] chooses "
     "one"},
    {"label-not-in-group", MessageKind::kInvalid,
     "no row of group {group} has label {label} in column {column}; its labels are {labels}; in "
     "every group there is {common}: [positive] chooses one"},
    {"no-common-label", MessageKind::kInvalid,
     "no row of group {group} has label {label} in column {column}; {labels}, and no label is in "
     "every group: leave the rows of this group out, or merge it with another"},
    // Steps.
    {"no-step", MessageKind::kInvalid, "step {step}: the fit has {steps}, counted from 0"},
    {"no-step-model", MessageKind::kInvalid,
     "the models of the steps were not kept; fit with [keep_models=true]"},
    // Plans of a fit.
    {"no-usable-column", MessageKind::kNote,
     "no column can be a feature as it is: the remarks say why"},
    {"plan-beyond-memory", MessageKind::kNote,
     "{columns} columns need {needed:.3g} GB, more than this process may use: choose fewer"},
    // Warnings and notes.
    {"no-variance", MessageKind::kWarning, "all rows are equal: there is no variance to describe"},
    {"components-without-variance", MessageKind::kWarning,
     "only {rank} of the {components} carry variance: the rows lie in {dimensions}"},
    {"tied-eigenvalues", MessageKind::kWarning,
     "eigenvalues {last} and {next} are equal to {tie:.0e} of the largest: which components are "
     "kept is arbitrary; take one dimension more or less"},
    {"constant-columns", MessageKind::kWarning,
     "constant columns, kept but without influence: {columns}"},
    {"mean-rounding", MessageKind::kNote,
     "the mean of column {column} is {ratio:.0e} times its deviation, so that rounding of the "
     "means leaves about {digits} of the objective; subtract a constant from the column to keep "
     "more"},
    {"mean-rounding-decides", MessageKind::kWarning, "{problem}{consequence}"},
};

template <FixedText code, FixedText... names>
Message fit_message(NamedArgument<names>... arguments) {
  return make_message<kFitMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
