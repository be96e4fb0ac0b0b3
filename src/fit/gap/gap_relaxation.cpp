// SPDX-License-Identifier: BSD-3-Clause
#include "fit/gap/gap_relaxation.h"

#include <algorithm>

namespace fairpca {
namespace {

/// Pairs that a relaxation begins with, and those added in a round.
constexpr std::size_t kFirstGapPairs = 24;
constexpr std::size_t kMoreGapPairs = 8;
constexpr int kGapRounds = 12;
/// By which penalties grow.
constexpr double kPenaltyStep = 4;
/// Beside the total variance: a gap that exceeds the cap by less meets it.
constexpr double kExcessAllowed = 1e-8;

/// max over pairs of offset - <base, P> + penalty (e_a - e_b - cap), and of offset - <base, P>
/// itself if it is a piece of its own, over the Fantope.
struct GapPieces {
  const Matrix& base;
  double offset = 0, penalty = 1, cap = 0;
  bool has_plain_piece = true;
};

class GapProgram {
 public:
  GapProgram(const GapProblem& problem, const GapErrors& errors, Index d, const GapPieces& pieces)
      : problem_(problem), errors_(errors), d_(d), pieces_(pieces) {
    if (pieces.has_plain_piece) add(pieces.base, pieces.offset);
  }

  GapRelaxation solve(const Vector& first_errors, double tolerance, SpectralSolver& spectral,
                      const SolveObserver& observer) {
    GapRelaxation result;
    add_pairs(errors_.widest(first_errors, kFirstGapPairs));
    for (int round = 0; round < kGapRounds && !result.stopped; ++round) {
      WeightedDualResult solved =
          solve_weighted_dual({.matrices = {matrices_.begin(), matrices_.end()},
                               .d = d_,
                               .offsets = Eigen::Map<const Vector>(
                                   offsets_.data(), static_cast<Index>(offsets_.size()))},
                              spectral, {.tolerance = tolerance}, observer);
      result.stopped = solved.status == DualStatus::kStopped;
      if (solved.weights.size() == 0 || solved.point.rank() == 0) throw Stopped();
      result.converged = solved.status == DualStatus::kOptimal;
      result.iterations += solved.iterations;
      result.gamma = gamma_of(solved.weights);
      const Vector found = errors_.errors(captured(problem_.second_moments, solved.point));
      result.gap = errors_.gap(found);
      result.point = std::move(solved.point);
      if (add_pairs(violated(found, solved.value, tolerance)) == 0) break;
    }
    result.penalty = pieces_.penalty;
    return result;
  }

 private:
  void add(const Matrix& matrix, double offset) {
    matrices_.push_back(matrix);
    offsets_.push_back(offset);
  }

  /// How many of them are new.
  std::size_t add_pairs(const std::vector<GapPair>& more) {
    const std::size_t before = pairs_.size();
    for (const GapPair& pair : more) {
      if (std::find(pairs_.begin(), pairs_.end(), pair) != pairs_.end()) continue;
      pairs_.push_back(pair);
      const Matrix& worse = problem_.second_moments[static_cast<std::size_t>(pair.worse)];
      const Matrix& better = problem_.second_moments[static_cast<std::size_t>(pair.better)];
      const double traces = errors_.traces()(pair.worse) - errors_.traces()(pair.better);
      add(pieces_.base + pieces_.penalty * (worse - better),
          pieces_.offset + pieces_.penalty * (traces - pieces_.cap));
    }
    return pairs_.size() - before;
  }

  /// Pairs that are not among the pieces and above their maximum.
  std::vector<GapPair> violated(const Vector& found, double value, double tolerance) const {
    double largest = -1e300;
    for (const GapPair& pair : pairs_) {
      largest = std::max(largest, found(pair.worse) - found(pair.better));
    }
    std::vector<GapPair> pairs = errors_.widest(found, kMoreGapPairs);
    const double allowed = largest + 2 * tolerance * std::abs(value) / pieces_.penalty;
    std::erase_if(pairs, [&](const GapPair& pair) {
      return found(pair.worse) - found(pair.better) <= allowed;
    });
    return pairs;
  }

  Vector gamma_of(const Vector& weights) const {
    Vector gamma = Vector::Zero(errors_.groups());
    const Index first = pieces_.has_plain_piece ? 1 : 0;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const double weight = pieces_.penalty * weights(first + static_cast<Index>(k));
      gamma(pairs_[k].worse) += weight;
      gamma(pairs_[k].better) -= weight;
    }
    return gamma;
  }

  const GapProblem& problem_;
  const GapErrors& errors_;
  Index d_;
  const GapPieces& pieces_;
  std::vector<GapPair> pairs_;
  std::vector<Matrix> matrices_;
  std::vector<double> offsets_;
};

ProvenNumber least_trace(const Matrix& matrix, Index d, SpectralSolver& spectral) {
  const TopEigenpairs pairs = spectral.top(matrix, d);
  return {matrix.trace() - pairs.sum_upper_bound(), pairs.certified};
}

}  // namespace

GapRelaxation relax_gap_cap(const GapProblem& problem, const GapErrors& errors, Index d,
                            const Vector& first_errors, const GapPenalties& penalties,
                            double tolerance, SpectralSolver& spectral,
                            const SolveObserver& observer) {
  const double trace = problem.covariance.trace();
  GapRelaxation result;
  int iterations = 0;
  for (double penalty = penalties.first; penalty <= penalties.last; penalty *= kPenaltyStep) {
    const GapPieces pieces{
        .base = problem.covariance, .offset = trace, .penalty = penalty, .cap = problem.max_gap};
    result =
        GapProgram(problem, errors, d, pieces).solve(first_errors, tolerance, spectral, observer);
    iterations += result.iterations;
    result.meets_cap = result.gap <= problem.max_gap + kExcessAllowed * trace;
    if (result.stopped || result.meets_cap) break;
  }
  result.iterations = iterations;
  return result;
}

GapRelaxation relax_smallest_gap(const GapProblem& problem, const GapErrors& errors, Index d,
                                 const Vector& first_errors, SpectralSolver& spectral,
                                 const SolveObserver& observer) {
  constexpr double kTolerance = 1e-9;
  const Index p = problem.covariance.rows();
  const Matrix none = Matrix::Zero(p, p);
  // The offset is what the tolerance is relative to.
  const GapPieces pieces{
      .base = none, .offset = problem.covariance.trace(), .has_plain_piece = false};
  GapRelaxation result =
      GapProgram(problem, errors, d, pieces).solve(first_errors, kTolerance, spectral, observer);
  const double sum = result.gamma.cwiseAbs().sum();
  if (sum > 0) result.gamma *= 2 / sum;
  return result;
}

ProvenNumber error_bound(const GapProblem& problem, Index d, const Vector& gamma,
                         SpectralSolver& spectral) {
  ProvenNumber bound =
      least_trace(shifted_by_groups(problem.covariance, problem, gamma), d, spectral);
  bound.value -= problem.max_gap / 2 * gamma.cwiseAbs().sum();
  return bound;
}

ProvenNumber gap_bound(const GapProblem& problem, Index d, const Vector& gamma,
                       SpectralSolver& spectral) {
  const Index p = problem.covariance.rows();
  return least_trace(shifted_by_groups(Matrix::Zero(p, p), problem, gamma), d, spectral);
}

}  // namespace fairpca
