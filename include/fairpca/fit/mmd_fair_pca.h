// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/fit/projection_solution.h"
#include "fairpca/fit/weight_kind.h"
#include "fairpca/kernels/bandwidth.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "fairpca/optimize/descent.h"

namespace fairpca {

/// Which rows must be alike: all; those of the positive label; those of each label.
enum class MmdConditional { kNone, kEqualOpportunity, kEqualizedOdds };
/// More than two groups: every pair is constrained, or the mean over pairs.
enum class MmdPairs { kMax, kMean };
/// kRefined: the paper's exact-penalty loop until it is near tau, then augmented Lagrangian steps
/// up to tau.  kExactPenalty: the paper's loop to its end.  kAugmentedLagrangian: only that.
enum class MmdSolver { kRefined, kExactPenalty, kAugmentedLagrangian };
/// Where the search begins.  kTilted: mean matching turned towards the directions of least
/// variance, where groups are alike because there is little to see.  kKernelOnly: MMD^2 alone is
/// minimised first, as the authors do.
enum class MmdStart { kMeanMatching, kPca, kTilted, kKernelOnly, kRandom };

struct MmdFairPcaOptions {
  double tau = 1e-3;  ///< largest MMD^2 allowed; > 0 (with the unbiased estimate finite)
  /// In (0, 1): each pair of groups gets its own tau, such that permuted groups exceed any of them
  /// with this probability.
  double tau_level = 0;
  int permutations = 200;  ///< for tau_level and the p-value; >= 19 and >= 1 / tau_level - 1
  BandwidthRule bandwidth_rule = BandwidthRule::kAuthors;
  std::optional<double> bandwidth;  ///< instead of the rule
  MmdEstimator estimator = MmdEstimator::kBiased;
  MmdPairs pairs = MmdPairs::kMax;
  WeightKind weight_kind = WeightKind::kSampling;  ///< for U-statistic, bandwidth, permutations
  MmdConditional conditional = MmdConditional::kNone;
  std::string positive;  ///< label of equal opportunity; empty: 1
  std::string positive_label() const { return positive.empty() ? "1" : positive; }
  MmdSolver solver = MmdSolver::kRefined;
  InnerSolver inner_solver = InnerSolver::kQuasiNewton;
  // Of kExactPenalty alone, in the symbols of Lee et al. (2022), Algorithm 1:
  double first_tolerance = 1e-1;  ///< eps_0, on |grad| of the inner problem in the first round
  double last_tolerance = 1e-6;   ///< eps_min, in the last ones; never above first_tolerance
  double tolerance_factor = 0;    ///< theta_eps; 0: (eps_min / eps_0)^(1/5)
  double first_penalty = 0;       ///< rho_0; 0: 1 / MMD^2 of plain PCA, pair by pair
  double max_penalty = 1e10;      ///< rho_max
  double penalty_factor = 2;      ///< theta_rho
  double step_tolerance = 1e-6;   ///< d_min, of the move of a round
  /// Empty: mean matching and PCA; where neither ends within tau, then kKernelOnly, kRandom and
  /// kTilted until one does; far below the floor of the biased estimate also kTilted, and the best
  /// end again from a little closer to the directions of least variance, while that gains.
  std::vector<MmdStart> starts;
  /// On z = V'x.  The Laplace kernel depends on the frame V and not on its span alone: the search
  /// is over frames then, and the components are not turned to principal axes.
  KernelFamily kernel_family = KernelFamily::kGaussian;
  KernelMethod kernel = KernelMethod::kAutomatic;  ///< of the Gaussian kernel
  Index random_features = 2048;
  int max_iterations = 300;  ///< of one inner minimisation
  int max_rounds = 100;      ///< of the outer loop
  void validate() const;     ///< throws InvalidArgument, naming the field and its range
};

/// PCA whose projected groups are alike as distributions (Lee et al. 2022, MbF-PCA): the largest
/// <P, S> with MMD^2 <= tau for every pair of groups, of every attribute, by a kernel on
/// z = V'x, whose bandwidth is fixed beforehand from plain PCA.
///
/// A local method from several starts; the best feasible end wins.  The rows are held in memory,
/// never a matrix of rows x rows.  FitReport::mmd tells what was reached.  A result above tau has
/// Status::kInfeasible.  Where PCA itself is within tau (with tau_level: within what permutations
/// of its own projection allow), PCA is returned.
Fit fit_mmd_fair_pca(const FitInput& input, const MmdFairPcaOptions& options = {});

/// The registry entry.
Method mmd_fair_pca_method();

}  // namespace fairpca
