// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// `frame` with |V'f| = delta where it was above: the one column that carries f (the others of a
/// rotated frame are orthogonal to it) is rotated away from f, within the plane of both.  Searches
/// know the squares alone, whose rounding is far above a small delta's.  A frame that holds all of
/// f is not changed.
void rotate_out(Matrix& frame, const Vector& f, double delta);

}  // namespace fairpca
