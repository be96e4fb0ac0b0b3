// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What partitions of a table, and passes over them, are rejected with.
inline constexpr MessageSpec kPassesMessages[] = {
    {"partition-failed", MessageKind::kInvalid, "partition {partition}: {problem}"},
    {"partition-lacks-column", MessageKind::kInvalid,
     "partition {partition} has no column {column}, which partition {other} has; give all "
     "partitions the same columns"},
    {"partition-adds-column", MessageKind::kInvalid,
     "partition {partition} has a column {column} that partition {other} has not; give all "
     "partitions the same columns"},
    {"partitions-without-rows", MessageKind::kInvalid,
     "there are no rows in any of the {partitions}"},
    {"partitions-changed", MessageKind::kInvalid,
     "partition {partition} had {before} in an earlier pass and has {rows} now: rows must be the "
     "same in every pass; keep a copy that does not change (persist, a file)"},
    {"partitions-not-in-order", MessageKind::kInvalid,
     "the result of partition {partition} came where that of partition {expected} was expected"},
    {"pass-bytes", MessageKind::kInvalid,
     "the bytes of a pass are damaged or of another version; workers and driver need the same "
     "version of fairpca"},
    {"pass-version", MessageKind::kInvalid,
     "workers have fairpca {version} and the driver has {expected}; install the same version"},
    {"sample-of-all-rows", MessageKind::kNote,
     "fitted exactly on {sample} of {rows}, drawn by group; of all rows MMD^2 is {value:.3g} +- "
     "{error:.2g} by {features} random features drawn after the fit"},
    {"sample-misses-tau", MessageKind::kWarning,
     "of all {rows} MMD^2 is {value:.3g} +- {error:.2g} between {constraint}: not shown to be "
     "within tau = {tau:.3g}; use a smaller tau in the fit, or more rows in the sample"},
};

template <FixedText code, FixedText... names>
Message passes_message(NamedArgument<names>... arguments) {
  return make_message<kPassesMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
