// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust_pieces.h"

#include <algorithm>
#include <cmath>

namespace fairpca {

std::vector<std::pair<Index, Index>> robust_pairs(Index groups) {
  std::vector<std::pair<Index, Index>> pairs;
  for (Index a = 0; a < groups; ++a) {
    for (Index b = 0; b < groups; ++b) {
      if (a != b) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

double robust_term_slope(double u, double error, double radius) {
  const double ratio = radius == 0 ? 0.0 : std::sqrt(radius / error);
  return u >= 0 ? u * (1 + ratio) : u * std::max(1 - ratio, 0.0);
}

double robust_price(const RobustProblem& problem, const std::pair<Index, Index>& pair,
                    Index group) {
  const double price = group == pair.first    ? problem.lambda
                       : group == pair.second ? -problem.lambda
                                              : 0;
  return problem.shares(group) + price;
}

RobustPieces robust_pieces(const RobustProblem& problem, const Vector& errors) {
  const Index groups = errors.size();
  const auto pairs = robust_pairs(groups);
  const double floor = std::max(1e-12 * errors.maxCoeff(), 1e-300);
  RobustPieces pieces{Vector::Zero(static_cast<Index>(pairs.size())),
                      Matrix(static_cast<Index>(pairs.size()), groups)};
  for (Index k = 0; k < pieces.values.size(); ++k) {
    for (Index g = 0; g < groups; ++g) {
      const double u = robust_price(problem, pairs[static_cast<std::size_t>(k)], g);
      pieces.values(k) += robust_term(u, errors(g), problem.radii(g));
      pieces.slopes(k, g) = robust_term_slope(u, std::max(errors(g), floor), problem.radii(g));
    }
  }
  return pieces;
}

}  // namespace fairpca
