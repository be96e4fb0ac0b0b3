// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Rows drawn with replacement within strata, as often as each has rows.
///
/// A draw depends on the seed, its number and the size of each stratum alone: every model measured
/// on the same rows sees the same draws.  Nothing is kept; a draw is made again when asked for.
class Resampling {
 public:
  /// `stratum` of each row, from 0; negative: the row is in no draw.
  Resampling(std::vector<std::int32_t> stratum, int draws, std::uint64_t seed, int threads = 1);

  int draws() const { return draws_; }
  std::int32_t strata() const { return strata_; }

  /// How often each row is in draw k.
  void counts(int k, std::span<std::int32_t> counts) const;

  /// draws x (strata * K): the sums of each of the K columns over the rows of each stratum, counted
  /// as in the draw; stratum s, column j at s * K + j.
  Matrix sums(const RowMatrix& columns) const;

 private:
  std::vector<std::int32_t> stratum_;
  std::vector<std::vector<Index>> rows_;
  std::int32_t strata_ = 0;
  int draws_, threads_;
  std::uint64_t seed_;
};

}  // namespace fairpca
