// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What fits of probabilistic PCA and its mixtures reject, warn of and note.
inline constexpr MessageSpec kMixtureFitMessages[] = {
    {"components-above-group", MessageKind::kInvalid,
     "{option}: {components} is more than the {rows} of group {group}; use fewer, or merge the "
     "group with another"},
    {"bisection-of-groups", MessageKind::kInvalid,
     "{option} cannot be bisection: it is for two groups, and there are {groups}; use "
     "[group_weights=apstar]"},
    {"variance-beyond-range", MessageKind::kInvalid,
     "the mean variance of a column is {variance:.3g}, too {extreme} to compute with; use other "
     "units, or divide the columns by their deviations: [standardize]"},
    {"too-few-rows-to-hold-out", MessageKind::kInvalid,
     "{option} cannot be held-out: {rows} are too few to hold some out; use [choose_by=bic]"},
    {"group-too-small-to-hold-out", MessageKind::kInvalid,
     "{option} cannot be held-out: group {group} has {rows}, too few to hold some out and choose "
     "for the worst group; use [choose_by=bic] or [choose_for=overall], or merge the group with "
     "another"},
    {"no-noise-variance", MessageKind::kInvalid,
     "{option}: with {dimensions} of {columns} the noise variance of ppca is 0, as they cover all "
     "the variance there is; use fewer"},
    // Warnings and notes.
    {"weights-below-rows", MessageKind::kWarning,
     "weights count as rows: they add up to {sum:.6g} for {rows}; multiply them so that they add "
     "up to the number of rows"},
    {"component-collapsed", MessageKind::kWarning,
     "component {component} of the mixture has collapsed: it stands for less than one row; use "
     "fewer components ([mixture_components]) or other starts ([seed])"},
    {"noise-at-its-least", MessageKind::kWarning,
     "the noise variance of component {component} fell to its least value: its likelihood has no "
     "maximum; use fewer dimensions or components, or a noise prior ([noise_prior])"},
    {"mixture-size-chosen", MessageKind::kNote,
     "chosen by {criterion} for {population}: {components} components with {dimensions} "
     "dimensions, out of {least}:{most} and {least_dimensions}:{most_dimensions}"},
};

template <FixedText code, FixedText... names>
Message mixture_fit_message(NamedArgument<names>... arguments) {
  return make_message<kMixtureFitMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
