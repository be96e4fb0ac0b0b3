// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust_relaxation.h"

#include <algorithm>
#include <cmath>

namespace fairpca {

AffinePieces tangents(const RobustProblem& problem, const Vector& errors,
                      const std::vector<Index>& pieces) {
  const RobustPieces all = robust_pieces(problem, errors);
  const auto count = static_cast<Index>(pieces.size());
  AffinePieces affine{Vector(count), Matrix(count, errors.size())};
  for (Index i = 0; i < count; ++i) {
    const Index k = pieces[static_cast<std::size_t>(i)];
    affine.slopes.row(i) = all.slopes.row(k);
    affine.constants(i) = all.values(k) - all.slopes.row(k).dot(errors);
  }
  return affine;
}

AffinePieces chords(const RobustProblem& problem, const Vector& lowest, const Vector& highest,
                    const std::vector<Index>& pieces) {
  const auto pairs = robust_pairs(lowest.size());
  const auto count = static_cast<Index>(pieces.size());
  AffinePieces affine{Vector::Zero(count), Matrix(count, lowest.size())};
  for (Index i = 0; i < count; ++i) {
    const auto& pair = pairs[static_cast<std::size_t>(pieces[static_cast<std::size_t>(i)])];
    for (Index g = 0; g < lowest.size(); ++g) {
      const double u = robust_price(problem, pair, g), radius = problem.radii(g);
      const double low = robust_term(u, lowest(g), radius);
      const double width = highest(g) - lowest(g);
      const double slope =
          width > 0 ? (robust_term(u, highest(g), radius) - low) / width : std::min(u, 0.0);
      affine.slopes(i, g) = slope;
      affine.constants(i) += low - slope * lowest(g);
    }
  }
  return affine;
}

WeightedDualResult minimize_affine(const RobustProblem& problem, Index d,
                                   const AffinePieces& pieces, double tolerance,
                                   SpectralSolver& spectral, const SolveObserver& observer) {
  const Index count = pieces.constants.size(), p = problem.second_moments.front().get().rows();
  std::vector<Matrix> matrices;
  FantopeProblem relaxed{.matrices = {}, .d = d, .offsets = pieces.constants};
  matrices.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    Matrix sum = Matrix::Zero(p, p);
    for (Index g = 0; g < pieces.slopes.cols(); ++g) {
      sum += pieces.slopes(i, g) * problem.second_moments[static_cast<std::size_t>(g)].get();
    }
    relaxed.offsets(i) += sum.trace();
    matrices.push_back(std::move(sum));
  }
  relaxed.matrices.assign(matrices.begin(), matrices.end());
  return solve_weighted_dual(relaxed, spectral, {.tolerance = tolerance}, observer);
}

Vector highest_errors(const RobustProblem& problem, const Vector& lowest, double value) {
  const Index groups = lowest.size();
  Vector parts(groups);
  for (Index g = 0; g < groups; ++g) {
    parts(g) = robust_term(problem.shares(g), lowest(g), problem.radii(g));
  }
  Vector highest(groups);
  for (Index g = 0; g < groups; ++g) {
    const double room = std::max(value - (parts.sum() - parts(g)), parts(g));
    const double root = std::sqrt(room / problem.shares(g)) - std::sqrt(problem.radii(g));
    const double total = problem.second_moments[static_cast<std::size_t>(g)].get().trace();
    highest(g) = std::clamp(root * root, lowest(g), std::max(total, lowest(g)));
  }
  return highest;
}

}  // namespace fairpca
