// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/mmd_problem.h"

namespace fairpca {

/// The largest MMD^2 over the constraints at a frame, in groups permuted at random.
class MmdPermutations {
 public:
  MmdPermutations(const MmdProblem& problem, const Matrix& frame, int permutations,
                  std::uint64_t seed);

  /// What permuted groups exceed with probability at most `level`: "indistinguishable at level".
  double quantile(double level) const;

  /// The share of permutations, the data's own order included, that reach `observed`.
  double p_value(double observed) const;

 private:
  std::vector<double> largest_;  ///< ascending
};

}  // namespace fairpca
