// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/model/model.h"

namespace fairpca {

/// Encoded rows `first` to `first + count` of the endless sequence that `seed` draws from the
/// model's density: Model::sample() in parts.  A row depends on its number and the seed alone, so
/// any parts give the same rows.  Throws InvalidArgument unless model.is_probabilistic().
RowMatrix sample_rows(const Model& model, Index first, Index count, std::uint64_t seed);

}  // namespace fairpca
