// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_relaxation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fairpca {
namespace {

/// Pieces the relaxation begins with, and those added in a round.
constexpr Index kFirstPieces = 24;
constexpr Index kMorePieces = 8;

Vector chord_slopes(const Vector& low, const Vector& high, const Vector& width,
                    const Vector& weights) {
  Vector slopes(low.size());
  for (Index g = 0; g < slopes.size(); ++g) {
    slopes(g) = width(g) > 0 ? (high(g) - low(g)) / width(g) : std::min(weights(g), 0.0);
  }
  return slopes;
}

/// The matrices sum_g slope_g M_g of pieces.  A pair changes two slopes of its attribute's sum.
class PieceMatrices {
 public:
  PieceMatrices(const RobustProblem& problem, const RobustPairs& pairs, const RobustTerms& slopes)
      : problem_(problem), slopes_(slopes) {
    const Index p = moment(0).rows();
    for (const std::vector<Index>& groups : pairs.attributes()) {
      Matrix& sum = without_pair_.emplace_back(Matrix::Zero(p, p));
      for (const Index g : groups) sum += slopes.other(g) * moment(g);
    }
  }

  Matrix of(const RobustPiece& piece) const {
    const Matrix& sum = without_pair_[piece.attribute];
    if (piece.worse == RobustPiece::kNone) return sum;
    const Index a = piece.worse, b = piece.better;
    return sum + (slopes_.worse(a) - slopes_.other(a)) * moment(a) +
           (slopes_.better(b) - slopes_.other(b)) * moment(b);
  }

 private:
  const Matrix& moment(Index g) const {
    return problem_.second_moments[static_cast<std::size_t>(g)];
  }

  const RobustProblem& problem_;
  const RobustTerms& slopes_;
  std::vector<Matrix> without_pair_;  ///< by attribute
};

/// The pieces as a problem over the Fantope; `sums` keeps its matrices.
FantopeProblem fantope_problem(const RobustPairs& pairs, Index d, const RobustTerms& constants,
                               const std::vector<RobustPiece>& pieces,
                               const PieceMatrices& matrices, std::vector<Matrix>& sums) {
  while (sums.size() < pieces.size()) sums.push_back(matrices.of(pieces[sums.size()]));
  FantopeProblem relaxed{
      .matrices = {}, .d = d, .offsets = Vector(static_cast<Index>(pieces.size()))};
  relaxed.matrices.assign(sums.begin(), sums.end());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    relaxed.offsets(static_cast<Index>(i)) = pairs.sum(constants, pieces[i]) + sums[i].trace();
  }
  return relaxed;
}

Vector errors_at(const RobustProblem& problem, const FantopePoint& point) {
  Vector errors = -captured(problem.second_moments, point);
  for (Index g = 0; g < errors.size(); ++g) {
    errors(g) += problem.second_moments[static_cast<std::size_t>(g)].get().trace();
  }
  return errors.cwiseMax(0.0);
}

}  // namespace

RobustTerms AffineTerms::at(const Vector& errors) const {
  return {constants.other + slopes.other.cwiseProduct(errors),
          constants.worse + slopes.worse.cwiseProduct(errors),
          constants.better + slopes.better.cwiseProduct(errors)};
}

AffineTerms tangents(const RobustProblem& problem, const Vector& errors) {
  const RobustTerms at = robust_terms(problem, errors);
  RobustTerms slopes = robust_term_slopes(problem, errors);
  return {
      {at.other - slopes.other.cwiseProduct(errors), at.worse - slopes.worse.cwiseProduct(errors),
       at.better - slopes.better.cwiseProduct(errors)},
      std::move(slopes)};
}

AffineTerms chords(const RobustProblem& problem, const Vector& lowest, const Vector& highest) {
  const RobustTerms low = robust_terms(problem, lowest), high = robust_terms(problem, highest);
  const Vector width = highest - lowest;
  const auto lambda = problem.lambda;
  RobustTerms slopes{chord_slopes(low.other, high.other, width, problem.shares),
                     chord_slopes(low.worse, high.worse, width, problem.shares.array() + lambda),
                     chord_slopes(low.better, high.better, width, problem.shares.array() - lambda)};
  return {
      {low.other - slopes.other.cwiseProduct(lowest), low.worse - slopes.worse.cwiseProduct(lowest),
       low.better - slopes.better.cwiseProduct(lowest)},
      std::move(slopes)};
}

AffineMinimum minimize_affine(const RobustProblem& problem, const RobustPairs& pairs, Index d,
                              const AffineTerms& terms, const Vector& errors, int rounds,
                              double tolerance, SpectralSolver& spectral,
                              const SolveObserver& observer) {
  std::vector<RobustPiece> pieces = pairs.largest(terms.at(errors), kFirstPieces);
  if (pairs.count() > kFirstPieces) {  // they keep the value from falling without limit
    const std::vector<RobustPiece> plain = pairs.without_pair();
    pieces.insert(pieces.end(), plain.begin(), plain.end());
  }
  const PieceMatrices matrices(problem, pairs, terms.slopes);
  std::vector<Matrix> sums;
  AffineMinimum best;
  for (int round = 0; round < rounds; ++round) {
    WeightedDualResult relaxed =
        solve_weighted_dual(fantope_problem(pairs, d, terms.constants, pieces, matrices, sums),
                            spectral, {.tolerance = tolerance}, observer);
    const bool stopped = relaxed.status == DualStatus::kStopped;
    if (relaxed.bound > best.bound || stopped) best = {std::move(relaxed), pieces};
    if (stopped) break;
    const RobustTerms at = terms.at(errors_at(problem, best.point));
    const double allowed = best.value + 2 * tolerance * std::abs(best.value);
    const std::size_t before = pieces.size();
    for (const RobustPiece& piece : pairs.largest(at, kMorePieces)) {
      if (pairs.sum(at, piece) <= allowed) break;
      if (std::find(pieces.begin(), pieces.end(), piece) == pieces.end()) pieces.push_back(piece);
    }
    if (pieces.size() == before) break;
  }
  return best;
}

Vector highest_errors(const RobustProblem& problem, const RobustPairs& pairs, const Vector& lowest,
                      double value) {
  const Vector parts = robust_terms(problem, lowest).other;
  Vector highest(lowest.size());
  for (Index g = 0; g < highest.size(); ++g) {
    const double total = problem.second_moments[static_cast<std::size_t>(g)].get().trace();
    highest(g) = std::max(total, lowest(g));
  }
  for (const std::vector<Index>& groups : pairs.attributes()) {
    double sum = 0;
    for (const Index g : groups) sum += parts(g);
    for (const Index g : groups) {
      const double room = std::max(value - (sum - parts(g)), parts(g));
      const double root = std::sqrt(room / problem.shares(g)) - std::sqrt(problem.radii(g));
      highest(g) = std::clamp(root * root, lowest(g), highest(g));
    }
  }
  return highest;
}

double bound_from_lowest(const RobustProblem& problem, const RobustPairs& pairs,
                         const Vector& lowest) {
  const RobustTerms terms = robust_terms(problem, lowest);
  double bound = 0;
  for (const RobustPiece& piece : pairs.without_pair()) {
    bound = std::max(bound, pairs.sum(terms, piece));
  }
  return bound;
}

}  // namespace fairpca
