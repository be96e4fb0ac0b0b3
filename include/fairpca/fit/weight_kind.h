// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// What the weight of a row says about the size of its group, where a method needs that size.
enum class WeightKind {
  kSampling,  ///< how many rows of the population it stands for: size (sum w)^2 / sum w^2
  kFrequency  ///< how often it was observed: size sum w, as if the row were there w times
};

}  // namespace fairpca
