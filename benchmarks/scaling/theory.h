// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>

#include "scaling/grid.h"

namespace fairpca::scaling {

/// Largest exponents that the operations and the matrices of a method allow on an axis, and where
/// they come from.
struct Theory {
  double time = std::numeric_limits<double>::quiet_NaN();  ///< of one step of an iterative method
  double memory = std::numeric_limits<double>::quiet_NaN();
  std::string derivation = {};
};

/// What is known of a method; NaN of one that nobody has written down here.
Theory theory_of(const Method& method, Axis axis);

/// What a profile says where the growth needs words; empty: it does not.
std::string remark_on(const std::string& method, Axis axis);

}  // namespace fairpca::scaling
