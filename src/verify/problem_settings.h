// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/kernels/bandwidth.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"
#include "options/option_table.h"

namespace fairpca {

enum class ProvenCriterion { kLoss, kError, kNash };
enum class ProvenSolver { kExact, kMultiplicativeWeights, kSubgradient };
enum class ProvenFormulation { kDefault, kAuthors, kPrinted };
enum class ProvenConditional { kNone, kEqualOpportunity, kEqualizedOdds };

/// The settings that define the problem a model solves; those of solvers matter to nobody else.
/// The defaults are the methods' own (the tests compare them).
struct ProblemSettings {
  Preparation preparation;
  GroupingOptions grouping;
  std::vector<double> drop_deviation;
  MissingCells missing = MissingCells::kError;
  MissingCategory missing_category = MissingCategory::kError;

  ProvenSolver solver = ProvenSolver::kExact;
  ProvenCriterion criterion = ProvenCriterion::kLoss;  ///< fair-pca
  bool allows_extra_dimensions = false, nested = false;
  double lambda = 0.5, alpha = 0.15;  ///< robust-fair-pca
  bool resets_large_lambda = false;
  std::vector<double> epsilon;
  bool counts_weights = false;    ///< weight_kind=frequency
  std::optional<double> max_gap;  ///< gap-capped-pca
  double relative_max_gap = 0.5;
  std::string positive;  ///< mean-matching-pca, mmd-fair-pca
  double covariance_dimensions = 0;
  double delta = 0, mu = 0;  ///< constrained-fair-pca
  std::optional<double> relative_delta;
  ProvenFormulation formulation = ProvenFormulation::kDefault;
  double tau = 1e-3, tau_level = 0;  ///< mmd-fair-pca
  std::optional<double> tau_factor;  ///< of tau_level
  std::optional<double> bandwidth;
  BandwidthRule bandwidth_rule = BandwidthRule::kAuthors;
  KernelFamily kernel_family = KernelFamily::kGaussian;
  MmdEstimator estimator = MmdEstimator::kBiased;
  bool takes_mean_of_pairs = false;
  ProvenConditional conditional = ProvenConditional::kNone;
};

/// What is read of the shared options, and of those of one method.
const OptionTable<ProblemSettings>& shared_problem_options();
const OptionTable<ProblemSettings>& method_problem_options(const std::string& method);

/// The settings in the provenance of `model`; what is not there has its default.  Throws
/// InvalidArgument for values that no fit writes.
ProblemSettings problem_settings(const Model& model);

}  // namespace fairpca
