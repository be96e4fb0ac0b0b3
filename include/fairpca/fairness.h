// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace fairpca {

/// What a method or a measure is about (docs/methods): no group described worse, groups that cannot
/// be told apart, no group modelled worse; kNone is about no group.
enum class Fairness { kNone, kReconstruction, kRepresentation, kLikelihood };

}  // namespace fairpca
