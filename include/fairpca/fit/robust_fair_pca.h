// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/fit/projection_solution.h"
#include "fairpca/fit/weight_kind.h"

namespace fairpca {

enum class RobustSolver { kExact, kSubgradient };
enum class RobustRetraction { kQr, kPolar };
/// What becomes of a lambda for which Theorem 3.2 of Vu et al. does not hold.
enum class LargeLambda { kKeep, kReset };

/// One setting of the two numbers that define the problem.
struct RobustSetting {
  double lambda = 0.5;  ///< penalty weight of the gap between groups; >= 0
  double alpha = 0.15;  ///< radii alpha / sqrt(effective size of the group); >= 0
};

struct RobustFairPcaOptions {
  RobustSetting setting;
  /// Radii themselves, one for all groups or one per group; empty: from alpha.
  std::vector<double> epsilon;
  WeightKind weight_kind = WeightKind::kSampling;  ///< for the effective sizes behind the radii
  /// kReset: where the theorem's condition fails, lambda becomes the smallest share of a group, as
  /// in the authors' program; `lambda_used` of the report tells it.
  LargeLambda large_lambda = LargeLambda::kKeep;
  RobustSolver solver = RobustSolver::kExact;
  /// Two groups: optimal when objective - bound <= tolerance * objective.
  double tolerance = 1e-9;
  int max_iterations = 1000;  ///< arcs split by the exact search; steps of descent with more groups
  RobustRetraction retraction = RobustRetraction::kQr;  ///< of the subgradient solver
  int starts = 20;                                      ///< random ones, in addition to PCA
  int steps = 1000;                                     ///< tau; the step size is 1/sqrt(tau+1)
  std::uint64_t seed = 0;
  void validate() const;
};

/// Total error plus lambda times the gap between groups, worst case over Wasserstein balls of the
/// given radii: F(V) = max over ordered pairs a != b of groups of one attribute of the sum over
/// the groups g of that attribute of
/// T(share_g + lambda [g=a] - lambda [g=b], <I - VV', M_g>, radius_g), where
/// T(u, x, e) = u (sqrt x + sqrt e)^2 for u >= 0, u max(sqrt x - sqrt e, 0)^2 for u < 0.
struct RobustProblem {
  MatrixRefs second_moments;
  Vector shares, radii;  ///< the shares of an attribute sum to 1
  double lambda = 0;
  std::vector<std::string> names = {};  ///< of the groups, for messages; empty: their numbers
  /// Of which attribute each group is, as attribute_numbers() has it; empty: all of one.
  std::vector<Index> attributes = {};
  std::string group_name(Index group) const;
};

/// Robust fair PCA (Vu et al. 2022).  Two groups: global optimum with a bound, for every lambda and
/// all radii; more: descent on the Stiefel manifold from spectral and random starts.
ProjectionSolution solve_robust_fair_pca(const RobustProblem& problem, Index d,
                                         const RobustFairPcaOptions& options,
                                         SpectralSolver& spectral,
                                         const SolveObserver& observer = {});

/// Several problems on the same second moments.  With two groups they share one boundary: a grid of
/// settings costs little more than its hardest member.  With more groups each starts from the
/// minima at the next higher lambda; only the highest draws at random.
std::vector<ProjectionSolution> solve_robust_fair_pca_grid(
    const std::vector<RobustProblem>& problems, Index d, const RobustFairPcaOptions& options,
    SpectralSolver& spectral, const SolveObserver& observer = {});

/// The problem `setting` poses on these moments.
RobustProblem robust_problem(const PreparedMoments& moments, const RobustSetting& setting,
                             const std::vector<double>& epsilon = {},
                             WeightKind weight_kind = WeightKind::kSampling);

/// Throws InvalidArgument for fewer than two groups.
Fit fit_robust_fair_pca(const FitInput& input, const RobustFairPcaOptions& options = {});

/// The registry entry.
Method robust_fair_pca_method();

}  // namespace fairpca
