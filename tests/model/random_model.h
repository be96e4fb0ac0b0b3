// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

RowMatrix random_rows(Index n, Index p, unsigned seed);

/// A model of numeric columns c1..cp with random orthonormal components, mean and scale.
Model random_model(Index p, Index d, unsigned seed);

/// A mixture of `count` random components of q dimensions, over the same columns.
Model random_mixture_model(Index count, Index p, Index q, unsigned seed);

}  // namespace fairpca
