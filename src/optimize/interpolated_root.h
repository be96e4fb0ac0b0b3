// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace fairpca {

/// A value of a function of one variable.
struct Sample {
  double at = 0, value = 0;
};

/// The root of a monotone function between `from` and `to`, by the polynomial through (value, at)
/// of the four samples with the values nearest to 0, or of fewer when that is not monotone or
/// leaves the interval.  Empty when even two samples do not serve.
std::optional<double> interpolated_root(std::vector<Sample> samples, double from, double to);

}  // namespace fairpca
