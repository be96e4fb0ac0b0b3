// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What matrices are rejected with by the eigensolvers.
inline constexpr MessageSpec kSpectralMessages[] = {
    {"matrix-not-square", MessageKind::kInvalid,
     "the matrix must be p x p with 1 <= p <= {most}; it is {rows} x {columns}"},
    {"matrix-not-finite", MessageKind::kInvalid,
     "the matrix has {value} in row {matrix_row}, column {matrix_column}; every element must be "
     "finite"},
    {"eigenpair-count", MessageKind::kInvalid,
     "d must be in 1..{most} (the size of the matrix); it is {d}"},
    {"eigenvalue-overflow", MessageKind::kInvalid,
     "an eigenvalue is too large for a double (1.8e308); use larger units for the columns"},
};

template <FixedText code, FixedText... names>
Message spectral_message(NamedArgument<names>... arguments) {
  return make_message<kSpectralMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
