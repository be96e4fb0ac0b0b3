// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What mmd-fair-pca rejects and warns of.
inline constexpr MessageSpec kMmdMessages[] = {
    {"too-few-permutations", MessageKind::kInvalid,
     "{option} must be at least {fewest}, as fewer never show a probability of {level} "
     "(1 / tau_level - 1), got {value}"},
    {"mmd-memory", MessageKind::kInvalid,
     "MMD of {groups} groups ({pairs:.0f} pairs, {cells:.0f} cells, {rows:.0f} rows in "
     "{columns:.0f} columns) needs {needed:.2g} GB of memory, and {limit:.2g} GB are available: "
     "merge groups, protect fewer columns, or take a sample of the rows"},
    {"bandwidth-zero", MessageKind::kInvalid,
     "the bandwidth, the median distance of two rows after PCA, is 0: more than half of the pairs "
     "of projected rows coincide; give a number ([bandwidth]), or use more dimensions "
     "([dimensions])"},
    // Labels.
    {"single-label", MessageKind::kInvalid,
     "{option}: equalized odds compares the rows of each label, and column {column} has only the "
     "label {label}; use [conditional=none], or give another label column: [label]"},
    {"label-of-one-row", MessageKind::kInvalid,
     "group {group} has 1 row with label {label} in column {column}; MMD given the label needs at "
     "least 2 in every group, otherwise it is fitted to that record: merge levels, leave the rows "
     "of that label or group out, or compare all rows: [conditional=none]"},
    {"label-not-in-all-groups", MessageKind::kInvalid,
     "no row of group {group} has label {label} in column {column}, and equalized odds compares "
     "the groups at each label; leave out the rows of that label or group, or compare at one label "
     "that every group has: [conditional=equal-opportunity], [positive]"},
    // Warnings and notes.
    {"mmd-above-tau", MessageKind::kWarning,
     "MMD^2 is {mmd2:.3g}, above tau {tau:.3g}: the groups can still be told apart"},
    {"tau-below-noise", MessageKind::kWarning,
     "MMD^2 is {mmd2:.3g}, above tau {tau:.3g}, but rows of equal groups would have about "
     "{floor:.2g}: tau is below the sampling noise of so few rows; [tau_level=0.05] takes tau from "
     "permutations"},
    {"tau-below-floor", MessageKind::kWarning,
     "tau {tau:.3g} is below the floor of the estimate, {floor:.2g}, for {pair} "
     "({sizes}{others}): that is what chance makes of so few rows of equal groups after PCA, and "
     "variance is given up to hide it; take tau from permutations ([tau_level]) or use the "
     "unbiased estimate ([estimator=u])"},
    {"sizes-of-pair", MessageKind::kNote, "{first} and {second} rows"},
    {"pairs-of-mean", MessageKind::kNote, "the mean over {pairs} pairs"},
    {"constraints-below-floor", MessageKind::kNote,
     "; the same holds for {below} of {all} constraints"},
    {"rows-without-label", MessageKind::kWarning,
     "fairness given the label leaves out {rows} without a label, so the groups may differ there"},
    {"no-mean-matching-start", MessageKind::kWarning,
     "equal group means rule out {excluded} of the {columns} directions, so {dimensions} too many "
     "to start from mean matching: the groups' means will differ"},
    {"permuted-sample", MessageKind::kNote,
     "tau and p-values are from {permutations} permutations of a stratified sample of {sample} of "
     "the {rows} rows ({sizes}); permuted is MMD^2 / (1/m + 1/n) for groups of m and n rows, whose "
     "distribution is the same for all sizes to first order"},
};

template <FixedText code, FixedText... names>
Message mmd_message(NamedArgument<names>... arguments) {
  return make_message<kMmdMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
