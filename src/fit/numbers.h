// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <numbers>

namespace fairpca {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// A quarter turn: the largest angle at which a trade-off boundary is asked.
inline constexpr double kQuarterTurn = std::numbers::pi / 2;

}  // namespace fairpca
