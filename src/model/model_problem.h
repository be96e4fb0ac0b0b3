// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/model/model.h"

namespace fairpca {

/// The first thing about `model` that no fit could have produced (sizes that do not match, numbers
/// that are not finite or out of range, components that are not orthonormal), or "".
std::string problem_with(const Model& model);

/// Whether columns are finite and orthonormal to 1e-8: what is wrong, or "".
std::string problem_with_frame(const Matrix& frame);

}  // namespace fairpca
