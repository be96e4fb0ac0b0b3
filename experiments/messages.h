// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What requests for the papers' experiments, and their data, are rejected with.
inline constexpr MessageSpec kExperimentsMessages[] = {
    {"experiment-unknown", MessageKind::kInvalid,
     "no experiment is called {name}; {advice} (fairpca reproduce --list)"},
    {"data-folder-missing", MessageKind::kInvalid,
     "{experiment} needs {files}: give the folder of the data sets, [data] or FAIRPCA_DATA in the "
     "environment"},
    {"data-set-not-there", MessageKind::kFile,
     "{place}: there is no such file, and {experiment} needs it; give the folder of the data sets, "
     "[data] or FAIRPCA_DATA in the environment"},
    {"split-columns", MessageKind::kFile,
     "{place}: {columns} columns of train and test, expected {expected}"},
    {"no-stored-solution", MessageKind::kFile, "{place}: no solution of {case} is stored there"},
    {"no-positive-row", MessageKind::kInvalid, "{place}: no row is labelled {label}"},
};

template <FixedText code, FixedText... names>
Message experiments_message(NamedArgument<names>... arguments) {
  return make_message<kExperimentsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
