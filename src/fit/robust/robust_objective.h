// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/robust_fair_pca.h"
#include "optimize/projection_minimax.h"

namespace fairpca {

/// T(u, x, e) = u (sqrt x + sqrt e)^2 for u >= 0, u max(sqrt x - sqrt e, 0)^2 for u < 0.
double robust_term(double u, double error, double radius);

/// dT/dx.  At x = 0 the limit may be infinite, so x is kept off it.
double robust_term_slope(double u, double error, double radius);

/// F at given errors of the groups, in O(G).
double robust_objective(const RobustProblem& problem, const Vector& errors);

/// Numbers of each group by the first argument that its term T has in a piece of F.
struct RobustTerms {
  Vector other;   ///< share
  Vector worse;   ///< share + lambda
  Vector better;  ///< share - lambda
};

/// T(., errors_g, radius_g) of the groups.
RobustTerms robust_terms(const RobustProblem& problem, const Vector& errors);

/// dT/dx there.  Errors below 1e-12 of the largest are taken to be that: sqrt is infinitely steep
/// at 0.
RobustTerms robust_term_slopes(const RobustProblem& problem, const Vector& errors);

/// A sum over the groups of one attribute.  With a pair it is one of the pieces whose largest is F;
/// without, it is below the mean of the attribute's pieces, because T is convex in its first
/// argument.
struct RobustPiece {
  static constexpr Index kNone = -1;
  std::size_t attribute = 0;
  Index worse = kNone, better = kNone;
  bool operator==(const RobustPiece&) const = default;
};

/// The pieces of F: one per ordered pair of different groups of an attribute.  Each is concave in
/// the errors.  A pair changes two terms of its attribute's sum, so that the largest piece is found
/// in O(G).
class RobustPairs {
 public:
  /// Attributes of a single group have no pair, and no part in F.
  explicit RobustPairs(const RobustProblem& problem);

  Index count() const { return count_; }

  /// The `count` pieces with the largest sums, largest first.  O(G + count^2 log count) for each
  /// attribute.
  std::vector<RobustPiece> largest(const RobustTerms& terms, Index count) const;
  /// The sums without a pair, one per attribute.
  std::vector<RobustPiece> without_pair() const;

  double sum(const RobustTerms& terms, const RobustPiece& piece) const;
  /// The terms of that sum, one per group; 0 for groups of other attributes.
  Vector row(const RobustTerms& terms, const RobustPiece& piece) const;

  /// Groups of attributes that have pairs.
  const std::vector<std::vector<Index>>& attributes() const { return attributes_; }

 private:
  Index groups_;
  Index count_ = 0;
  std::vector<std::vector<Index>> attributes_;
};

/// A local minimum of F over frames, from `start`.
ProjectionMinimaxResult descend_robust(const RobustProblem& problem, const RobustPairs& pairs,
                                       Matrix start, const ProjectionMinimaxOptions& options,
                                       const std::function<Flow()>& observer);

/// What Theorem 3.2 (two groups) or B.2 (more) of Vu et al. assumes and does not hold: lambda <=
/// share_g, or no projection has a smaller error of g than radius_g.  `lowest` has the least errors
/// of the groups whose share is below lambda.
std::vector<Message> condition_warnings(const RobustProblem& problem, const Vector& lowest);

}  // namespace fairpca
