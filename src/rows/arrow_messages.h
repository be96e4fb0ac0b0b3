// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What Arrow streams are rejected with, and warned of.
inline constexpr MessageSpec kArrowMessages[] = {
    {"stream-failed", MessageKind::kFile, "{table}: reading failed: {reason}"},
    {"stream-schema", MessageKind::kInvalid,
     "{table} is not a table: its stream holds {found}; give record batches, that is columns with "
     "names"},
    {"stream-column-type", MessageKind::kInvalid,
     "{place}: it holds {found}, which are not used; leave it out with [drop={column}], or convert "
     "it to numbers or texts"},
    {"damaged-stream", MessageKind::kFile, "{table}: the stream is damaged: {reason}"},
    {"damaged-stream-cell", MessageKind::kFile, "{place}: the stream is damaged: {reason}"},
    {"stream-without-rows", MessageKind::kInvalid, "{table} has no rows"},
    {"stream-read-once", MessageKind::kInvalid,
     "{table} can be read only once, and more than one pass is needed; give what can be read again "
     "(a table, a data set, a query), or save the rows to a file first"},
    {"changed-stream", MessageKind::kFile,
     "{table} has changed while it was read: it has {rows} now, in an earlier pass it had "
     "{before}; read a copy that no other program writes to"},
    {"changed-stream-columns", MessageKind::kFile,
     "{table} has changed while it was read: its columns are not what they were"},
    {"text-in-number-column", MessageKind::kInvalid,
     "{place}: {value} is not a number, but the column's first value is; name it in "
     "[categorical={column}] or correct the cell"},
    {"rounded-columns", MessageKind::kWarning,
     "{columns} of {table} {hold} whole numbers beyond 2^53, which were rounded to doubles; if "
     "they are identifiers, leave them out: [drop={column}]"},
};

template <FixedText code, FixedText... names>
Message arrow_message(NamedArgument<names>... arguments) {
  return make_message<kArrowMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
