// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What a study is rejected with, and what it says about its splits, folders and findings.
inline constexpr MessageSpec kStudyMessages[] = {
    {"too-many-folds", MessageKind::kInvalid, "{option} must be 2 to {most}, got {value}"},
    {"exclusive-splits", MessageKind::kInvalid,
     "{option} and {other} are two ways to divide the rows; choose one"},
    {"dimensions-list", MessageKind::kInvalid,
     "{option} must be counts or shares of variance separated by commas, as 2,5,10 or 0.9, got "
     "{value}"},
    {"study-without-groups", MessageKind::kInvalid,
     "a comparison needs groups; name a protected column: [group]"},
    {"study-of-one-group", MessageKind::kInvalid,
     "a comparison needs at least two groups, and all rows are in group {group}; name another "
     "protected column: [group]"},
    {"study-cannot-model-cells", MessageKind::kInvalid,
     "{option} cannot be {value} in a comparison: its baselines need complete rows; "
     "[missing=mean] fills cells by the training rows, [missing=drop-row] leaves rows out"},
    {"study-without-rows", MessageKind::kInvalid, "{place}: there are no rows to compare on"},
    {"splits-rows", MessageKind::kInvalid,
     "{place}: a splits file has one line per row of the table; the table has {rows}, the file "
     "{given}"},
    {"splits-cell", MessageKind::kInvalid,
     "{place}: a cell of a splits file is train or 1, test or 0, or empty; got {value}"},
    {"splits-side", MessageKind::kInvalid, "{place}: no row of this split is for {side}"},
    {"split-without-rows", MessageKind::kInvalid,
     "split {split} has no row for {side}; give more rows, fewer folds or another {option}"},
    {"split-without-group", MessageKind::kInvalid,
     "split {split} has no row of group {group} for {side}; merge the group with another, or use "
     "[splits] with rows of every group on both sides"},
    {"folds-above-group", MessageKind::kInvalid,
     "{option}: {value} folds are more than the {rows} of group {group}; use at most {most}"},
    {"fold-without-group", MessageKind::kInvalid,
     "{option}: with {value} folds, split {split} has no row of group {group}, which has {rows}, "
     "for "
     "{side}; {advice}"},
    {"split-by-column", MessageKind::kInvalid, "{option}: {place} has no column {column}{advice}"},
    {"dimensions-of-study", MessageKind::kInvalid,
     "{option}: {value} is above the {columns} of this table; it must be 1 to {most}"},
    {"label-of-one-class", MessageKind::kWarning,
     "every row has label {label} in column {column}: measures that need the label are left out"},
    {"label-levels", MessageKind::kInvalid,
     "label column {column} has {levels} levels, more than {most}: it is not a class; leave out "
     "[label], or give a column of classes"},
    {"positive-unknown", MessageKind::kInvalid,
     "{option}: no row has label {value} in column {column}; the labels are {levels}"},
    {"label-not-there", MessageKind::kNote,
     "without a label column these are left out: {measures}; name one with [label]"},
    {"measures-of-label", MessageKind::kInvalid,
     "{option}: {measures} cannot be measured without a label; name its column with [label]"},
    {"level-absent-from-training", MessageKind::kNote,
     "{levels} of split {split} are in no training row: they count as constant columns, and rows "
     "that show them pay for it"},

    {"folder-not-empty", MessageKind::kInvalid,
     "{place}: the folder is not empty and holds no study; give a new one"},
    {"folder-of-study", MessageKind::kInvalid,
     "{place}: the folder holds a study; [resume] goes on with it, or give a new folder"},
    {"folder-of-other-study", MessageKind::kInvalid,
     "{place}: the folder holds another study: {difference}; give a new folder"},
    {"folder-is-file", MessageKind::kFile, "{place}: this is a file; give a folder"},
    {"folder-not-writable", MessageKind::kFile, "{place}: cannot write here: {reason}"},
    {"damaged-task", MessageKind::kFile,
     "{place}: damaged: {reason}; remove the file and run the study again with [resume]"},

    {"folder-without-study", MessageKind::kFile,
     "{place}: this is no folder of a study; give one that fairpca compare ... -o has written"},
    {"model-of-other-task", MessageKind::kFile,
     "{place}: this is not the model that the study fitted by {method}; restore the file, or run "
     "the comparison again"},
    {"study-not-finished", MessageKind::kFile,
     "{place}: the study is not finished: {missing} is not there; finish it with the command that "
     "began it and [resume]"},
    {"study-of-other-version", MessageKind::kFile,
     "{place}: the study has format version {version}, and this program reads {known}; run the "
     "comparison again into a new folder"},
    {"study-file-size", MessageKind::kFile, "{place}: {bytes} bytes are more than a study writes"},
    {"damaged-study", MessageKind::kFile, "{place}: damaged: {reason}"},

    {"front-withheld", MessageKind::kNote, "withheld: {reason}"},
    {"front-not-found", MessageKind::kNote, "no front was found"},
    {"front-of-many-groups", MessageKind::kNote,
     "an exact front of error and gap is found for two groups alone, and here the weights of fair "
     "PCA do not narrow the gap between more"},
    {"front-too-long", MessageKind::kNote,
     "left out: it would take about {minutes:.0f} minutes for so many columns and groups"},

    {"tune-by-not-there", MessageKind::kInvalid,
     "{option}: {measure} has no value for these data and this method"},
    {"no-setting-fits", MessageKind::kInvalid,
     "every setting of {method} failed in tuning, the first one so: {problem}"},
    {"no-setting-to-take", MessageKind::kInvalid,
     "{method} takes the setting that {other} chose, and {other} chose none"},
    {"no-coordinates-in-memory", MessageKind::kInvalid,
     "the rows of no-projection would need {needed:.1f} GB of memory; the limit is {limit:.1f} GB"},
};

template <FixedText code, FixedText... names>
Message study_message(NamedArgument<names>... arguments) {
  return make_message<kStudyMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
