// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/nested.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fit/fair_pca/fantope_problem.h"
#include "fit/fair_pca/fantope_rounding.h"
#include "fit/fair_pca/messages.h"

namespace fairpca {
namespace {

/// The second moments seen from the orthogonal complement of the components found so far.
class Deflation {
 public:
  explicit Deflation(const MatrixRefs& second_moments)
      : moments_(second_moments.begin(), second_moments.end()) {}

  const std::vector<Matrix>& moments() const { return moments_; }
  const Matrix& components() const { return components_; }
  /// Variance of each group captured by the components.
  const Vector& captured() const { return captured_; }

  /// Adds the component that is `direction` (a unit vector) in the complement's coordinates.
  ///
  /// A Householder reflection takes `direction` to the first axis, which is then dropped.
  void add(const Vector& direction) {
    const Index size = direction.size();
    if (captured_.size() == 0) captured_ = Vector::Zero(static_cast<Index>(moments_.size()));
    for (Index g = 0; g < captured_.size(); ++g) {
      captured_(g) += direction.dot(moments_[static_cast<std::size_t>(g)] * direction);
    }
    Vector mirror = direction;
    mirror(0) += direction(0) >= 0 ? 1 : -1;
    mirror.normalize();
    append(direction);
    for (Matrix& moment : moments_) {
      const Vector image = moment * mirror;
      const Matrix reflected = moment - 2 * mirror * image.transpose() -
                               2 * image * mirror.transpose() +
                               4 * mirror.dot(image) * mirror * mirror.transpose();
      moment = reflected.bottomRightCorner(size - 1, size - 1);
    }
    mirrors_.push_back(std::move(mirror));
  }

 private:
  /// Carries the direction back through the reflections.
  void append(Vector direction) {
    for (std::size_t i = mirrors_.size(); i-- > 0;) {
      Vector larger(direction.size() + 1);
      larger << 0, direction;
      direction = larger - 2 * mirrors_[i].dot(larger) * mirrors_[i];
    }
    components_.conservativeResize(direction.size(), components_.cols() + 1);
    components_.rightCols(1) = direction;
  }

  std::vector<Matrix> moments_;
  std::vector<Vector> mirrors_;
  Matrix components_;
  Vector captured_;
};

/// The rank-one problem of component j: the criterion for the first j components together.
struct ComponentProblem {
  std::vector<Matrix> shifted;  ///< kNash: the captured variance enters as a multiple of I
  FantopeProblem problem;
};

ComponentProblem component_problem(const Deflation& deflation, FairPcaCriterion criterion,
                                   const GroupOffsets& offsets) {
  const auto groups = static_cast<Index>(deflation.moments().size());
  const Vector captured =
      deflation.captured().size() == 0 ? Vector(Vector::Zero(groups)) : deflation.captured();
  ComponentProblem component;
  component.problem.d = 1;
  component.problem.offsets = offsets.values - captured;
  if (criterion != FairPcaCriterion::kNash) {
    component.problem.matrices.assign(deflation.moments().begin(), deflation.moments().end());
    return component;
  }
  component.problem.criterion = FantopeCriterion::kLogarithms;
  component.shifted = deflation.moments();
  for (Index g = 0; g < groups; ++g) {
    component.shifted[static_cast<std::size_t>(g)].diagonal().array() += captured(g);
  }
  component.problem.matrices.assign(component.shifted.begin(), component.shifted.end());
  return component;
}

}  // namespace

ProjectionSolution solve_nested_fair_pca(const MatrixRefs& second_moments, Index d,
                                         const FairPcaOptions& options, SpectralSolver& spectral,
                                         const SolveObserver& observer) {
  FairPcaOptions unnested = options;
  unnested.nested = false;
  // The bound is that of the problem without nesting: what nesting costs is part of the gap.
  ProjectionSolution solution = solve_fair_pca(second_moments, d, unnested, spectral, observer);
  const double unnested_objective = solution.objective;
  const WeightedDualOptions dual{.tolerance = group_tolerance(options, second_moments.size()),
                                 .max_iterations = options.max_iterations};
  Deflation deflation(second_moments);
  Matrix& weights = solution.multipliers.nested_weights;
  weights = Matrix::Ones(d, static_cast<Index>(second_moments.size()));
  Status worst = Status::kOptimal;
  for (Index j = 1; j <= d; ++j) {
    const GroupOffsets offsets = group_offsets(second_moments, j, options.criterion, spectral);
    const ComponentProblem component = component_problem(deflation, options.criterion, offsets);
    const RoundedSolution found =
        solve_and_round(component.problem, ExtraDimensions::kForbid, dual, spectral, observer);
    if (found.status != Status::kOptimal) worst = found.status;
    deflation.add(found.point.basis.col(0));
    // A search that was stopped may have none.
    if (found.dual_weights.size() == weights.cols()) weights.row(j - 1) = found.dual_weights;
    solution.objective = found.value;
    solution.iterations += found.iterations;
    solution.certified = solution.certified && offsets.certified;
  }
  solution.components = deflation.components();
  solution.weights = {};
  solution.tolerance = dual.tolerance;
  const double cost = solution.objective - unnested_objective;
  solution.numbers.push_back({"unnested_objective", unnested_objective});
  solution.numbers.push_back({"nesting_cost", cost});
  const bool is_interrupted = worst == Status::kStopped || worst == Status::kMaxIterations;
  const FantopeProblem whole = fantope_problem(second_moments, d, options.criterion, {});
  solution.status = whole.is_solved(solution.objective, solution.bound, dual.tolerance)
                        ? Status::kOptimal
                    : is_interrupted ? worst
                                     : Status::kConverged;
  solution.warnings.push_back(fair_pca_message<"nesting-cost">("objective"_is(solution.objective),
                                                               "unnested"_is(unnested_objective)));
  return solution;
}

}  // namespace fairpca
