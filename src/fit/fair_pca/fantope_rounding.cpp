// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/fantope_rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "fairpca/manifolds/stiefel.h"

namespace fairpca {
namespace {

/// Random starts of the search for a projection, in addition to the two spectral ones.
constexpr std::uint64_t kRandomStarts = 24;
/// The search ends where so many starts have led to the same value, and none to another.
constexpr int kEnoughAlike = 5;
/// Values that differ by less, relative, are alike.
constexpr double kAlike = 1e-8;
/// Where no projection can gain more than this share, as many starts in vain end the search as
/// well.
constexpr double kLittleToGain = 2e-4;

CapturedPieces pieces_of(const FantopeProblem& problem, const Vector& captured) {
  const Index count = captured.size();
  if (problem.criterion == FantopeCriterion::kWorst) {
    return {problem.offsets - captured, -Matrix::Identity(count, count)};
  }
  const Vector positive = captured.cwiseMax(1e-300);
  return {Vector::Constant(1, -positive.array().log().sum()), -positive.cwiseInverse().transpose()};
}

Matrix leading_frame(const FantopeProblem& problem, const Vector& weights,
                     SpectralSolver& spectral) {
  Matrix sum = weights(0) * problem.matrices.front().get();
  for (Index j = 1; j < weights.size(); ++j) {
    sum += weights(j) * problem.matrices[static_cast<std::size_t>(j)].get();
  }
  return spectral.estimate(sum, problem.d).vectors;
}

/// The directions of weight 1, completed by a random frame among the others.
Matrix random_completion(const FantopePoint& point, Index d, std::uint64_t seed) {
  const auto full = static_cast<Index>((point.weights.array() >= 1).count());
  Matrix frame(point.basis.rows(), d);
  frame.leftCols(full) = point.basis.leftCols(full);
  frame.rightCols(d - full) = point.basis.rightCols(point.rank() - full) *
                              Stiefel(point.rank() - full, d - full).random_point(seed);
  return frame;
}

/// The best projection on exactly d dimensions found from all starts; `solution` holds the relaxed
/// point.
void round_to_projection(const FantopeProblem& problem, const WeightedDualOptions& options,
                         SpectralSolver& spectral, const SolveObserver& observer,
                         RoundedSolution& solution) {
  const auto pieces = [&](const Vector& captured) { return pieces_of(problem, captured); };
  ProjectionMinimaxResult best;
  int starts = 0, alike = 0;  // those that led to the best value
  int in_vain = 0;            // since it was found
  bool stopped = false;
  const SolveObserver watch = [&] {
    stopped = stopped || (observer && observer() == Flow::kStop);
    return stopped ? Flow::kStop : Flow::kContinue;
  };
  // The weights of the relaxation are near those of projections that are nearly as good.
  const Vector slopes = problem.criterion == FantopeCriterion::kWorst
                            ? Vector(-solution.dual_weights)
                            : Vector(-solution.captured.cwiseMax(1e-300).cwiseInverse());
  const auto try_from = [&](Matrix start) {
    ProjectionMinimaxResult found = minimize_over_projections(
        problem.matrices, pieces, std::move(start),
        {.first_slopes = slopes, .earlier_value = best.value, .earlier_frame = best.frame}, watch);
    solution.iterations += found.iterations;
    const double rounding = kAlike * std::abs(found.value);
    if (found.value < best.value - rounding) alike = 0;
    if (found.met_earlier || found.value < best.value + rounding) ++alike;
    in_vain = found.value < best.value - rounding ? 0 : in_vain + 1;
    if (found.value < best.value) best = std::move(found);
    const bool settled =
        (++starts >= kEnoughAlike && alike == starts) ||
        (in_vain >= kEnoughAlike && problem.is_solved(best.value, solution.bound, kLittleToGain));
    return !stopped && !settled &&
           !problem.is_solved(best.value, solution.bound, options.tolerance);
  };
  const FantopePoint relaxed = solution.point;
  bool go_on = try_from(relaxed.basis.leftCols(problem.d)) &&
               try_from(leading_frame(problem, solution.dual_weights, spectral));
  for (std::uint64_t seed = 0; go_on && seed < kRandomStarts; ++seed) {
    go_on = try_from(random_completion(relaxed, problem.d, seed));
  }
  solution.point = {std::move(best.frame), Vector::Ones(problem.d)};
  solution.captured = best.captured;
  solution.value = best.value;
  if (stopped) solution.status = Status::kStopped;
}

/// Whether a value found on fewer dimensions replaces the solution.
bool is_as_good(const FantopeProblem& problem, double value, const RoundedSolution& solution,
                double tolerance) {
  return value <= solution.value || problem.is_solved(value, solution.bound, tolerance);
}

/// Shares that the relaxation, solved to a tolerance, leaves by chance.
void drop_empty_dimensions(const FantopeProblem& problem, double tolerance,
                           RoundedSolution& solution) {
  FantopePoint fewer = without_empty_dimensions(solution.point, problem.d);
  if (fewer.rank() == solution.point.rank()) return;
  const Vector captured_by_fewer = captured(problem.matrices, fewer);
  const double value = problem.value(captured_by_fewer);
  if (!is_as_good(problem, value, solution, tolerance)) return;
  solution.point = std::move(fewer);
  solution.captured = captured_by_fewer;
  solution.value = solution.relaxed_value = value;
  solution.relaxed_rank = solution.point.rank();
}

Status status_of(DualStatus status) {
  switch (status) {
    case DualStatus::kOptimal:
      return Status::kConverged;
    case DualStatus::kStopped:
      return Status::kStopped;
    case DualStatus::kMaxIterations:
      break;
  }
  return Status::kMaxIterations;
}

}  // namespace

FantopePoint without_empty_dimensions(const FantopePoint& point, Index d) {
  return fantope_point(point.basis * point.weights.cwiseSqrt().asDiagonal(), d, kEmptyDimension);
}

Vector reconstruction_weights(const Vector& eigenvalues) {
  return 1 - (1 - eigenvalues.array()).max(0.0).sqrt();
}

RoundedSolution solve_and_round(const FantopeProblem& problem, ExtraDimensions extra_dimensions,
                                const WeightedDualOptions& options, SpectralSolver& spectral,
                                const SolveObserver& observer) {
  WeightedDualOptions tighter = options;
  tighter.tolerance *= 0.5;  // leaves room for the rounding of the rank reduction
  WeightedDualResult relaxed = solve_weighted_dual(problem, spectral, tighter, observer);
  if (relaxed.iterations == 0) throw Stopped();
  RoundedSolution solution;
  solution.bound = relaxed.bound;
  solution.certified = relaxed.certified;
  solution.dual_weights = relaxed.weights / relaxed.weights.sum();
  solution.iterations = relaxed.iterations;
  solution.status = status_of(relaxed.status);
  const Vector rates = problem.criterion == FantopeCriterion::kWorst
                           ? Vector(Vector::Ones(relaxed.captured.size()))
                           : relaxed.captured;
  solution.point = reduce_rank(problem.matrices, std::move(relaxed.point), rates);
  solution.captured = captured(problem.matrices, solution.point);
  solution.value = problem.value(solution.captured);
  solution.relaxed_value = solution.value;
  solution.relaxed_rank = solution.point.rank();
  if (!solution.is_projection()) {
    RoundedSolution projection = solution;
    round_to_projection(problem, options, spectral, observer, projection);
    if (extra_dimensions == ExtraDimensions::kForbid ||
        is_as_good(problem, projection.value, solution, options.tolerance)) {
      // A projection is a point of the relaxation too, which is only solved to its tolerance.
      if (is_as_good(problem, projection.value, solution, options.tolerance)) {
        projection.relaxed_value = projection.value;
        projection.relaxed_rank = problem.d;
      }
      solution = std::move(projection);
    } else {
      drop_empty_dimensions(problem, options.tolerance, solution);
      solution.iterations = projection.iterations;
    }
  }
  if (problem.is_solved(solution.value, solution.bound, options.tolerance)) {
    solution.status = Status::kOptimal;
  }
  return solution;
}

}  // namespace fairpca
