// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What is said of the claims of a model file.
inline constexpr MessageSpec kVerifyMessages[] = {
    {"moments-identical", MessageKind::kNote,
     "the model was fitted to these moments: {rows}, {columns} columns, {groups}, digest {digest}"},
    {"moments-equal", MessageKind::kNote,
     "the model was fitted to these moments, but for rounding: {rows}, {columns} columns and "
     "{groups} are equal, norms differ by at most {difference:.1e} of their size (the digest "
     "differs: cells or rounding differ)"},
    {"other-columns", MessageKind::kNote,
     "other data: the model has the columns {expected}, the moments have {found}"},
    {"other-groups", MessageKind::kNote,
     "other data: the model has the groups {expected}, the moments have {found}"},
    {"other-group-rows", MessageKind::kNote,
     "other data: group {group} had {expected} when the model was fitted, here it has {found}"},
    {"other-rows", MessageKind::kNote,
     "other data: the model was fitted to {expected} rows, here there are {found}"},
    {"other-norms", MessageKind::kNote,
     "other data: the {number} of {what} was {expected} when the model was fitted, here it is "
     "{found}"},
    {"other-dimensions", MessageKind::kNote,
     "the model has {found} components; {expected} were asked for"},
    {"mean-and-scale", MessageKind::kNote,
     "mean and scale are those of the data, to {difference:.1e} of the scale"},
    {"other-mean-or-scale", MessageKind::kNote,
     "the {number} of column {column} is {found}; the data have {expected}"},
    {"is-projection", MessageKind::kNote,
     "the components are orthonormal to {deviation:.1e}: a projection of rank {rank}"},
    {"is-fractional", MessageKind::kNote,
     "the components are orthonormal to {deviation:.1e}, with shares in 0 to 1 that add up to "
     "{sum}: a point of rank {rank} in the convex hull of projections on {dimensions}"},
    {"not-orthonormal", MessageKind::kNote,
     "the components are not orthonormal: |V'V - I| = {deviation:.3e}, allowed is {allowed:.0e}"},
    {"wrong-shares", MessageKind::kNote,
     "the shares of the components are not those of a projection on {dimensions}: {reason}"},
    {"wrong-posterior", MessageKind::kNote,
     "encode_scale is not that of the posterior mean: off by {difference:.3e}"},
    {"means-match", MessageKind::kNote,
     "projected group means are equal: they differ by at most {difference:.2e}"},
    {"means-differ", MessageKind::kNote,
     "projected group means differ by {difference:.6g}, allowed is {allowed:.2e}"},
    {"means-within", MessageKind::kNote,
     "projected group means differ by at most {difference:.10g}, within delta = {delta:.10g}"},
    {"means-beyond", MessageKind::kNote,
     "projected group means differ by {difference:.10g}, more than delta = {delta:.10g}{remark}"},
    {"gap-within", MessageKind::kNote,
     "errors of the groups differ by at most {gap:.10g}, within the cap {cap:.10g}"},
    {"gap-beyond", MessageKind::kNote,
     "errors of the groups differ by {gap:.10g}, more than the cap {cap:.10g}"},
    {"cap-out-of-reach", MessageKind::kNote,
     "infeasible, as the file says: no projection has a gap below {smallest:.10g}, and the cap is "
     "{cap:.10g}; the model has {gap:.10g}"},
    {"mmd-needs-rows", MessageKind::kNote,
     "MMD^2 <= tau is not checked: moments do not show it; give the rows"},
    {"mmd-within", MessageKind::kNote,
     "MMD^2 is within tau for all {pairs}: largest {mmd2:.6g} against {tau:.6g}, bandwidth "
     "{bandwidth:.6g}"},
    {"mmd-beyond", MessageKind::kNote,
     "MMD^2 of {pair} is {mmd2:.6g}, above tau = {tau:.6g}, bandwidth {bandwidth:.6g}"},
    {"mmd-unknown-tau", MessageKind::kNote,
     "MMD^2 <= tau is not checked: the file does not keep {what}"},
    {"objective-proven", MessageKind::kNote,
     "the objective is {found:.10g}, as the file says (difference {difference:.1e})"},
    {"objective-differs", MessageKind::kNote,
     "the objective is {found:.10g}; the file says {claimed:.10g}"},
    {"objective-unknown", MessageKind::kNote, "the file says no objective; it is {found:.10g}"},
    {"bound-proven", MessageKind::kNote,
     "the bound {claimed:.10g} of the file holds: {found:.10g} is proven"},
    {"bound-too-high", MessageKind::kNote,
     "the file claims the bound {claimed:.10g}, but its multipliers prove only {found:.10g}"},
    {"bound-without-multipliers", MessageKind::kNote,
     "the file claims the bound {claimed:.10g}, but has no multipliers that prove one"},
    {"bound-unknown", MessageKind::kNote, "the file claims no bound"},
    {"nothing-provable", MessageKind::kNote,
     "{what}: no bound on the likelihood of a mixture or of rows with missing cells is known"},
    {"rows-needed", MessageKind::kNote,
     "nothing is recomputed: the likelihood needs the rows, moments do not show it"},
    {"prefixes-proven", MessageKind::kNote,
     "every component is best given those before it: largest gap {gap:.2e}, at component "
     "{component}"},
    {"prefixes-open", MessageKind::kNote,
     "components given those before them: largest gap {gap:.2e}, at component {component}"},
    {"likelihoods-proven", MessageKind::kNote,
     "log-likelihoods of {groups} are as the file says, to {difference:.1e}"},
    {"likelihood-differs", MessageKind::kNote,
     "the log-likelihood of group {group} is {found:.10g}; the file says {claimed:.10g}"},
    {"optimal-proven", MessageKind::kNote,
     "optimal: no {what} has an objective below {bound:.10g}, the model has {objective:.10g}: the "
     "gap {gap:.1e} is within the tolerance {tolerance:.1e}"},
    {"optimal-not-proven", MessageKind::kNote,
     "not proven optimal, as the file says it is: the model has {objective:.10g}, the bound is "
     "{bound:.10g}, and the gap {gap:.2e} is above {tolerance:.1e}"},
    {"gap-reported", MessageKind::kNote,
     "no {what} has an objective below {bound:.10g}, the model has {objective:.10g}: gap "
     "{gap:.2e} (the file calls it {status}, not optimal)"},
    {"optimal-as-asked", MessageKind::kNote,
     "no {what} has an objective below {bound:.10g}, the model has {objective:.10g}: the gap "
     "{gap:.2e} is within the tolerance {asked:.1e} that the file says was asked for, but above "
     "{tolerance:.1e}, within which it would be proven optimal"},
    {"wrong-tolerance", MessageKind::kNote,
     "the file calls gaps up to {claimed:.1e} optimal; the method and the options of the fit "
     "allow {allowed:.1e}"},
    {"same-numbers", MessageKind::kNote,
     "variances, and weights, errors, losses, means and deviations of the groups are as the file "
     "says: {count} numbers"},
    {"other-number", MessageKind::kNote,
     "the file says {claimed:.10g} for the {number}; it is {found:.10g}"},
    {"not-recomputed", MessageKind::kNote, "{numbers}; no claim above rests on it"},
    {"certificate-withheld", MessageKind::kNote, "withheld: {reason}"},
    {"certificate-absent", MessageKind::kNote,
     "the file has no certificate: it was written by an earlier version; fit again"},
    {"method-not-proven", MessageKind::kInvalid,
     "the model is of method {method}, of which this version knows no proof to check"},
    {"moments-without-rows", MessageKind::kInvalid, "there are no rows to verify the model with"},
};

template <FixedText code, FixedText... names>
Message verify_message(NamedArgument<names>... arguments) {
  return make_message<kVerifyMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
