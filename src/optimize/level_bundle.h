// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "optimize/cluster_saddle.h"

namespace fairpca {

/// A point V K V' of the Fantope, V shared with other points, and what it captures of each matrix.
struct Candidate {
  std::shared_ptr<const Matrix> basis;
  Matrix coefficients;  ///< K
  Vector captured;
};

/// A convex combination of candidates, itself a point of the Fantope.
struct Combination {
  std::vector<Candidate> parts;
  std::vector<double> shares;  ///< positive, sum 1
  Vector captured;

  FantopePoint point(Index d) const;
};

/// Points of the Fantope met so far.  Each is a cut of the dual: D(w) <= term(w) - captured'w.
class LevelBundle {
 public:
  explicit LevelBundle(const FantopeProblem& problem) : problem_(problem) {}

  void add(Candidate candidate);

  struct Proposal {
    Combination combination;
    std::optional<Vector> weights;  ///< where to look next
  };

  /// kWorst: the weights nearest to `center` where no cut is below `level`, and the combination of
  /// the cuts that hold them there.  No weights: there are none, and the combination proves it, its
  /// value being at most `level`.
  /// kLogarithms: the best combination of all candidates, and the weights at which it is so.
  Proposal propose(const Vector& center, double level) const;

 private:
  Proposal project_on_level(const Vector& center, double level) const;
  Proposal best_combination(const Vector& center) const;
  Combination combine(const Vector& shares) const;

  const FantopeProblem& problem_;
  std::vector<Candidate> candidates_;
};

}  // namespace fairpca
