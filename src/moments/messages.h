// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What rows, weights, groups and stored moments are rejected with, and warnings of small groups.
inline constexpr MessageSpec kMomentsMessages[] = {
    // Tables.
    {"unusable-table", MessageKind::kInvalid, "{file}: {problem}"},
    {"empty-table", MessageKind::kInvalid, "there are no rows, or none of positive weight"},
    {"all-rows-dropped", MessageKind::kInvalid,
     "no rows are left: every row has a missing cell or weight 0"},
    {"column-without-values", MessageKind::kInvalid,
     "column {column} has no value in any row, so it has no mean; leave it out: [drop={column}]"},
    {"means-need-two-passes", MessageKind::kInvalid,
     "filling missing cells with means reads the rows twice: {problem}; or use [missing=drop-row]"},
    {"means-need-all-rows", MessageKind::kInvalid,
     "{option} cannot be mean while rows are still arriving: give all rows at once, or use "
     "[missing=drop-row] or [missing=error]"},
    {"moments-of-missing-cells", MessageKind::kInvalid,
     "{option} cannot be model: moments keep no missing cells; use [missing=drop-row] or "
     "[missing=error]"},
    {"too-many-columns", MessageKind::kInvalid,
     "{columns} columns ({first} to {last}, all numeric) need {needed:.2g} GB of memory for the "
     "moments of {cells} and a fit from them, and {limit:.2g} GB are available; leave columns out "
     "([drop]){otherwise}"},
    {"too-many-levels", MessageKind::kInvalid,
     "column {column} has {levels} levels, each a column of its own; the {columns} columns need "
     "{needed:.2g} GB of memory for the moments of {cells} and a fit from them, and {limit:.2g} GB "
     "are available; leave it out ([drop={column}]) or merge its levels{otherwise}"},
    {"too-many-encoded-columns", MessageKind::kInvalid,
     "{columns} columns need {needed:.2g} GB of memory for the moments of {cells} and a fit from "
     "them, and {limit:.2g} GB are available; leave columns out ([drop]) or merge levels, of which "
     "column {column} has the most, {levels}{otherwise}"},
    {"all-columns-dropped", MessageKind::kInvalid,
     "{option}: no column is left: the standard deviations of the {columns} are {least:.3g} to "
     "{most:.3g}, and only columns above {low} and below {high} are kept"},
    {"columns-dropped", MessageKind::kNote,
     "{columns} dropped, with a standard deviation of at most {low} or at least {high}: {names}"},
    // Numbers.
    {"number-not-finite", MessageKind::kInvalid,
     "row {row}, column {column}: {value} is not a finite number"},
    {"sums-overflow", MessageKind::kInvalid,
     "rows {first} to {last}: numbers or weights are so large that their sums overflow"},
    {"numbers-too-large", MessageKind::kInvalid,
     "column {column} holds numbers so large (beyond about 1e154) that the sum of their squares "
     "overflows; correct them, use a larger unit, or leave the column out: [drop={column}]"},
    {"variance-too-large", MessageKind::kInvalid,
     "column {column}, divided by its scale of {scale}, has a variance beyond the largest double "
     "(1.8e308); use a larger unit, or divide by a larger number"},
    {"variation-too-small", MessageKind::kInvalid,
     "column {column} varies so little (by less than about 1e-145) that the sum of squares "
     "underflows; use a smaller unit, or leave the column out: [drop={column}]"},
    {"weights-too-small", MessageKind::kInvalid,
     "the weights of {rows} sum to {sum:.3g}: they are so small (below about 1e-145) that the sum "
     "of their squares underflows; multiply all weights by the same large number"},
    {"selected-row", MessageKind::kInvalid, "selected row {index} is outside 0..{last}"},
    {"moments-shape", MessageKind::kInvalid,
     "{what} has {columns} columns, {other} {expected}; the numbers must be equal"},
    {"negative-columns", MessageKind::kInvalid,
     "moments of {columns} columns: the number must be >= 0"},
    {"column-positions", MessageKind::kInvalid,
     "{columns} columns need as many distinct positions below {width} to be spread"},
    // Stored moments.
    {"impossible-weights", MessageKind::kInvalid,
     "{rows} cannot have weights that sum to {sum} and, squared, to {squares}"},
    {"impossible-mean", MessageKind::kInvalid, "mean of column {column} is {value}, not finite"},
    {"impossible-scatter", MessageKind::kInvalid,
     "scatter of column {column} is {value}, not a finite number >= 0"},
    {"scatter-without-rows", MessageKind::kInvalid,
     "scatter of column {column} is {value}, but {rows} cannot differ"},
    {"scatter-of-two-columns", MessageKind::kInvalid,
     "scatter of columns {column} and {other} is {value}, more than their own scatters {own} and "
     "{others} allow"},
    {"scatter-not-semidefinite", MessageKind::kInvalid,
     "scatter of columns 1 to {columns} is not positive semidefinite: no rows vary like that"},
    {"negative-rows", MessageKind::kInvalid, "a count of {rows} rows is negative"},
    {"too-many-rows", MessageKind::kInvalid,
     "{rows} rows are more than 2^53, the largest number that is counted"},
    {"impossible-cell", MessageKind::kInvalid, "cell {cell}: {problem}"},
    {"cell-levels", MessageKind::kInvalid,
     "a cell has {levels} levels for {columns} protected columns"},
    {"cell-label", MessageKind::kInvalid,
     "a cell has the label {label}, but there is no label column"},
    {"cell-without-rows", MessageKind::kInvalid, "a cell has no rows"},
    // Tables to merge.
    {"different-labels", MessageKind::kInvalid,
     "the tables have different label columns: {first} in the first, {second} in the second"},
    {"different-protected-columns", MessageKind::kInvalid,
     "the tables have different protected columns: {first} in the first, {second} in the second"},
    // Groups.
    {"group-of-other-moments", MessageKind::kInvalid,
     "the group {group} has a cell that these moments do not have"},
    {"group-without-rows", MessageKind::kInvalid, "the group {group} has no rows"},
    {"mean-and-scale", MessageKind::kInvalid,
     "column {column}: a mean of {mean} and a scale of {scale}; they must be finite, the scale > "
     "0"},
    // Small groups.
    {"single-row-group", MessageKind::kWarning,
     "group {group} has a single row: its statistics are that row's record{consequence}"},
    {"small-group", MessageKind::kWarning,
     "group {group} has {rows}, fewer than the minimum group size of {minimum}{consequence}"},
    {"more-small-groups", MessageKind::kWarning,
     "and {more} more of the {groups} groups have fewer than {minimum}"},
    {"groups-hidden-too", MessageKind::kWarning,
     "left out as well, because outside the hidden groups they have fewer than {minimum}: "
     "{groups}"},
    {"overall-rows", MessageKind::kWarning,
     "overall numbers are of the {rows} of published groups: those of a single hidden group would "
     "follow by subtraction"},
};

template <FixedText code, FixedText... names>
Message moments_message(NamedArgument<names>... arguments) {
  return make_message<kMomentsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
