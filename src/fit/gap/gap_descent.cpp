// SPDX-License-Identifier: BSD-3-Clause
#include "fit/gap/gap_descent.h"

#include <algorithm>

#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/projection_minimax.h"

namespace fairpca {
namespace {

/// Most pairs that a step of descent looks at.
constexpr std::size_t kPairsOfStep = 64;
/// By which the penalty grows, and beyond which the cap counts as not met.
constexpr double kPenaltyGrowth = 8, kMostPenalty = 1e6;
/// Beside the total variance: a gap so little above the cap is brought onto it by Newton steps.
constexpr double kNearCap = 1e-5;
constexpr int kNewtonSteps = 12;

/// Groups' own second moments, after S.
MatrixRefs all_matrices(const GapProblem& problem) {
  MatrixRefs matrices = {problem.covariance};
  matrices.insert(matrices.end(), problem.second_moments.begin(), problem.second_moments.end());
  return matrices;
}

/// error_weight * error + penalty (e_a - e_b - cap) of pairs, in terms of what is captured of S and
/// of the groups; the error alone is a piece where it has a weight.
CapturedPieces gap_pieces(const GapProblem& problem, const GapErrors& errors,
                          const Vector& captured, double error_weight, double penalty) {
  const Vector found = errors.errors(captured.tail(errors.groups()));
  const std::vector<GapPair> pairs = errors.widest(found, kPairsOfStep);
  const Index first = error_weight > 0 ? 1 : 0;
  const double error = error_weight * (problem.covariance.trace() - captured(0));
  CapturedPieces pieces;
  pieces.values = Vector::Constant(first + static_cast<Index>(pairs.size()), error);
  pieces.slopes = Matrix::Zero(pieces.values.size(), captured.size());
  pieces.slopes.col(0).setConstant(-error_weight);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Index row = first + static_cast<Index>(k);
    const GapPair& pair = pairs[k];
    pieces.values(row) += penalty * (found(pair.worse) - found(pair.better) - problem.max_gap);
    pieces.slopes(row, 1 + pair.worse) -= penalty;
    pieces.slopes(row, 1 + pair.better) += penalty;
  }
  return pieces;
}

CappedFrame capped_frame(const GapProblem& problem, const GapErrors& errors, Matrix frame) {
  CappedFrame result;
  result.error = std::max(frame_error(problem.covariance, frame), 0.0);
  result.gap = errors.gap(errors.errors_of(frame));
  result.frame = std::move(frame);
  return result;
}

/// Where the errors should go so that no two of an attribute are more than the cap apart.
Vector errors_within(const GapErrors& errors, const Vector& found, double cap) {
  Vector wanted = found;
  for (const std::vector<Index>& groups : errors.attributes()) {
    const double middle = (found(groups).maxCoeff() + found(groups).minCoeff()) / 2;
    for (const Index g : groups) {
      wanted(g) = std::clamp(found(g), middle - cap / 2, middle + cap / 2);
    }
  }
  return wanted;
}

/// The shortest step X = sum_g y_g (I - VV') M_g V by which the errors change, to first order, by
/// `change`: e_g falls by 2 <(I - VV') M_g V, X>.
Matrix newton_step(const GapProblem& problem, const Matrix& frame, const Vector& change) {
  std::vector<Matrix> normals;
  for (const Matrix& moment : problem.second_moments) {
    const Matrix image = moment * frame;
    normals.push_back(image - frame * (frame.transpose() * image));
  }
  const Index groups = change.size();
  Matrix gram(groups, groups);
  for (Index g = 0; g < groups; ++g) {
    for (Index h = 0; h < groups; ++h) {
      gram(g, h) = normals[static_cast<std::size_t>(g)]
                       .cwiseProduct(normals[static_cast<std::size_t>(h)])
                       .sum();
    }
  }
  const SymmetricEigen eigen = symmetric_eigen(gram);
  Vector inner = eigen.vectors.transpose() * change;
  const double least = 1e-12 * eigen.values.cwiseAbs().maxCoeff();
  for (Index k = 0; k < groups; ++k)
    inner(k) = eigen.values(k) > least ? inner(k) / eigen.values(k) : 0;
  const Vector weights = -0.5 * (eigen.vectors * inner);
  Matrix step = Matrix::Zero(frame.rows(), frame.cols());
  for (Index g = 0; g < groups; ++g) step += weights(g) * normals[static_cast<std::size_t>(g)];
  return step;
}

/// Newton steps onto the cap; `frame` is unchanged where they do not get there.
void bring_onto_cap(const GapProblem& problem, const GapErrors& errors, CappedFrame& at) {
  // A little inside, where there is room, so that rounding does not matter.
  const double cap = std::max(problem.max_gap - errors.rounding() / 2, 0.0);
  Matrix frame = at.frame;
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Vector found = errors.errors_of(frame);
    if (errors.gap(found) <= problem.max_gap + errors.rounding() / 4) break;
    frame =
        thin_qr(frame + newton_step(problem, frame, errors_within(errors, found, cap) - found)).q;
  }
  CappedFrame moved = capped_frame(problem, errors, std::move(frame));
  moved.iterations = at.iterations;
  if (moved.gap < at.gap) at = std::move(moved);
}

}  // namespace

CappedFrame descend_to_cap(const GapProblem& problem, const GapErrors& errors, Matrix start,
                           double penalty, const SolveObserver& observer) {
  const MatrixRefs matrices = all_matrices(problem);
  CappedFrame best = capped_frame(problem, errors, std::move(start));
  int iterations = 0;
  for (double weight = penalty; weight < kMostPenalty; weight *= kPenaltyGrowth) {
    const auto pieces = [&](const Vector& captured) {
      return gap_pieces(problem, errors, captured, 1, weight);
    };
    ProjectionMinimaxResult found =
        minimize_over_projections(matrices, pieces, best.frame, {}, observer);
    iterations += found.iterations;
    best = capped_frame(problem, errors, std::move(found.frame));
    if (best.gap <= problem.max_gap + kNearCap * problem.covariance.trace()) break;
    if (observer && observer() == Flow::kStop) break;
  }
  if (best.gap > problem.max_gap) bring_onto_cap(problem, errors, best);
  best.iterations = iterations;
  return best;
}

CappedFrame descend_to_smallest_gap(const GapProblem& problem, const GapErrors& errors,
                                    Matrix start, const SolveObserver& observer) {
  const auto pieces = [&](const Vector& captured) {
    return gap_pieces(problem, errors, captured, 0, 1);
  };
  ProjectionMinimaxResult found =
      minimize_over_projections(all_matrices(problem), pieces, std::move(start), {}, observer);
  CappedFrame result = capped_frame(problem, errors, std::move(found.frame));
  result.iterations = found.iterations;
  if (result.gap > problem.max_gap) bring_onto_cap(problem, errors, result);
  return result;
}

}  // namespace fairpca
