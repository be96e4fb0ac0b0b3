// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// Coordinates of encoded rows by the model's projection; not of mixtures.
///
/// Rows may hold anything: what is not finite, whatever its weight, makes every coordinate of its
/// row so, for 0 * NaN and 0 * infinity are NaN.
RowMatrix coordinates_of(const Model& model, RowsRef encoded);

}  // namespace fairpca
