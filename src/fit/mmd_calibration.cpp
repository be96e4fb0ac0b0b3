// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd_calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairpca {

MmdPermutations::MmdPermutations(const MmdProblem& problem, const Matrix& frame, int permutations,
                                 std::uint64_t seed)
    : largest_(static_cast<std::size_t>(permutations), -std::numeric_limits<double>::infinity()) {
  const RowMatrix z = problem.project(frame);
  for (const ComparedRows& rows : problem.compared()) {
    const std::vector<Matrix> permuted =
        permuted_kernel_sums(rows.cells, z.middleRows(rows.begin, rows.end - rows.begin),
                             problem.kernel(), permutations, seed);
    for (std::size_t k = 0; k < permuted.size(); ++k) {
      for (const MmdContrast& contrast : rows.contrasts) {
        largest_[k] = std::max(largest_[k], contrast.value(permuted[k]));
      }
    }
  }
  std::sort(largest_.begin(), largest_.end());
}

double MmdPermutations::quantile(double level) const {
  const double count = static_cast<double>(largest_.size());
  const auto above = static_cast<std::size_t>(std::floor(level * (count + 1)));
  return largest_[largest_.size() - std::clamp<std::size_t>(above, 1, largest_.size())];
}

double MmdPermutations::p_value(double observed) const {
  const auto reached = std::lower_bound(largest_.begin(), largest_.end(), observed);
  return (1 + static_cast<double>(largest_.end() - reached)) /
         (1 + static_cast<double>(largest_.size()));
}

}  // namespace fairpca
