// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

enum class FairPcaSolver { kExact, kMultiplicativeWeights };

/// What is made equal or fair between groups, P the projection and M_g the groups' second moments:
/// kLoss: min over P of max_g sigma_d(M_g) - <P, M_g>; kError: min of max_g <I - P, M_g>;
/// kNash: max of the product of the captured variances <P, M_g>.
enum class FairPcaCriterion { kLoss, kError, kNash };

/// With more than two groups the best fair reconstruction can need a few dimensions more than
/// asked: kForbid finds the best projection on exactly d, kAllow takes them.
enum class ExtraDimensions { kForbid, kAllow };

/// Which point the multiplicative-weights solver returns: the mean of all rounds, rounded as the
/// paper rounds it; the last round's; or, as the authors' code does, the one with the smaller
/// objective.
enum class WeightsIterate { kBest, kAverage, kLast };

struct FairPcaOptions {
  FairPcaSolver solver = FairPcaSolver::kExact;
  FairPcaCriterion criterion = FairPcaCriterion::kLoss;
  ExtraDimensions extra_dimensions = ExtraDimensions::kForbid;
  /// Optimal when objective - bound <= tolerance * max(objective, 1e-12 * largest trace of M_g).
  /// 0 takes 1e-10 for two groups and 1e-6 for more, 1e-3 for multiplicative weights.
  double tolerance = 0;
  int max_iterations = 1000;  ///< steps of the search; rounds of multiplicative weights
  /// Multiplicative weights: w_g <- w_g exp(eta * loss_g); 0 fits the step to the losses.
  double eta = 0;
  /// Multiplicative weights: step and number of rounds by Theorem A.2 of Samadi et al., which make
  /// the mean of the rounds optimal up to this, in the unit of the losses; 0: eta and
  /// max_iterations.
  double accuracy = 0;
  WeightsIterate iterate = WeightsIterate::kBest;
  bool nested = false;  ///< every prefix of the components is fair
  void validate() const;
};

/// Fair PCA (Samadi et al. 2018) on second moments alone.  Two groups: exactly rank d, global, by a
/// search over the trade-off boundary; more: the relaxation over weights, then its rounding.
ProjectionSolution solve_fair_pca(const MatrixRefs& second_moments, Index d,
                                  const FairPcaOptions& options, SpectralSolver& spectral,
                                  const SolveObserver& observer = {});

/// Throws InvalidArgument for fewer than two groups.
Fit fit_fair_pca(const FitInput& input, const FairPcaOptions& options = {});

/// The registry entry.
Method fair_pca_method();

}  // namespace fairpca
