// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What requests for the papers' experiments, and their data, are rejected with.
inline constexpr MessageSpec kExperimentsMessages[] = {
    {"experiment-unknown", MessageKind::kInvalid,
     "no experiment is called {name}; {advice} (fairpca reproduce --list)"},
    {"data-folder-missing", MessageKind::kInvalid,
     "no folder of data sets is given: name it by [data] or by FAIRPCA_DATA in the environment; "
     "{needed}"},
    {"data-folder-not-there", MessageKind::kInvalid,
     "{place}: there is no such folder of data sets; name one by [data] or by FAIRPCA_DATA in the "
     "environment; {needed}"},
    {"data-files-missing", MessageKind::kInvalid,
     "{place}: files are missing in this folder of data sets, which [data] or FAIRPCA_DATA in the "
     "environment names; {needed}"},
    {"study-left-out", MessageKind::kInvalid,
     "{study} was left out, and what was asked for cannot be made without it"},
    {"no-study-to-leave-out", MessageKind::kInvalid,
     "[without={word}]: no study of what was asked for has this in its name; {advice}"},
    {"data-set-not-there", MessageKind::kFile,
     "{place}: there is no such file; it can be had as {source}, and is prepared as "
     "docs/formats/datasets.md says"},
    {"published-cell-not-there", MessageKind::kFile, "{place}: no line has {cells}"},
    {"published-column-not-there", MessageKind::kFile, "{place}: there is no column {column}"},
    {"too-few-rows-to-draw", MessageKind::kInvalid,
     "{wanted} rows of each group are to be drawn, and one has {rows}"},
    {"study-not-run", MessageKind::kInvalid,
     "{study}: {arm} at d = {dimensions} has no model: {problem}"},
};

template <FixedText code, FixedText... names>
Message experiments_message(NamedArgument<names>... arguments) {
  return make_message<kExperimentsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
