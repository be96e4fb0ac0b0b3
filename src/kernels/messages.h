// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "text/make_message.h"

namespace fairpca {

/// What rows, weights and points are rejected with by kernel sums.
inline constexpr MessageSpec kKernelsMessages[] = {
    {"kernel-cell-without-rows", MessageKind::kInvalid,
     "cell {cell} has no rows; a kernel mean needs at least one"},
    {"kernel-weights", MessageKind::kInvalid,
     "there are {weights} weights for {rows}; one weight per row is needed"},
    {"kernel-weight", MessageKind::kInvalid,
     "row {row}: a weight must be finite and > 0, got {weight}"},
    {"fourier-dimensions", MessageKind::kInvalid,
     "{option} cannot be fourier: a Fourier series serves at most {most} dimensions, and there are "
     "{dimensions}; use [kernel=tiled] or [kernel=automatic]"},
    {"fourier-features", MessageKind::kInvalid,
     "{option} cannot be fourier: the series needs {features:.2g} features, as the points extend "
     "over very many bandwidths ({bandwidth:.3g}); use [kernel=tiled], or a larger bandwidth: "
     "[bandwidth]"},
    {"permuted-rows", MessageKind::kInvalid,
     "the weights sum to {sum:.4g}, and permutations of rows that are repeated as often as their "
     "weights say take at most {most:.0g}; give [tau] instead of {option}, or use "
     "[weight_kind=sampling]"},
    {"unbiased-mmd-of-one-row", MessageKind::kInvalid,
     "the unbiased estimate of MMD^2 needs at least 2 rows in every group: merge the group with "
     "another, leave it out, or use [estimator=v]"},
    {"median-distance", MessageKind::kInvalid,
     "a median distance needs at least 2 rows, and there are {rows}"},
};

template <FixedText code, FixedText... names>
Message kernels_message(NamedArgument<names>... arguments) {
  return make_message<kKernelsMessages, code>(std::move(arguments)...);
}

}  // namespace fairpca
