// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// At most `limit` of the rows, in order, drawn without replacement within strata: each keeps its
/// share of the rows, and at least two rows where it has them.  `stratum` of each row, from 0;
/// negative: the row is not drawn.  All rows where they are no more than `limit`.
std::vector<Index> stratified_sample(const std::vector<std::int32_t>& stratum, Index limit,
                                     std::uint64_t seed);

/// The fold of each row, 0 to `folds` - 1: rows of a stratum in random order are dealt in turn, and
/// the next stratum goes on where the last one ended, so folds differ by one row at most and those
/// of a stratum too.  Negative strata: -1.
std::vector<std::int32_t> stratified_folds(const std::vector<std::int32_t>& stratum,
                                           std::int32_t folds, std::uint64_t seed);

/// The numbers below `count` in random order; depends on seed and `number` alone.
std::vector<Index> random_order(Index count, std::uint64_t seed, std::uint64_t number);

}  // namespace fairpca
