// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairpca/model/model.h"
#include "fairpca/model/reconstruction.h"
#include "fairpca/moments/prepared_moments.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// How a fit ended.
enum class Status { kOptimal, kConverged, kMaxIterations, kInfeasible, kNotFinite, kStopped };

/// `optimal`, `converged`, `max_iterations`, ... as JSON and Python spell it.
std::string to_string(Status status);

/// Target dimension: a count, or a share of variance in (0, 1).
struct Dimensions {
  std::variant<Index, double> wanted = Index{2};
  bool share_of_worst_group = false;  ///< the share must be reached in every group
  /// > 0: any count from `wanted` to this; only methods that choose it take a range.
  Index most = 0;
};

/// d for these moments; throws InvalidArgument with the allowed range.  `max` is p or p - 1.
Index resolve_dimensions(const Dimensions& dimensions, const PreparedMoments& moments, Index max,
                         SpectralSolver& spectral);

/// One step of a fit that goes over weights of the groups.
struct FitStep {
  std::vector<double> group_weights;
  std::vector<double> log_likelihood;        ///< mean of each group
  std::vector<double> reconstruction_error;  ///< mean of each group
  std::optional<PpcaMixture> mixture;        ///< where the models of the steps were asked for
};

/// One constraint of `mmd-fair-pca`.
struct MmdConstraintSummary {
  std::string name;                 ///< `'Female' against 'Male'`
  std::vector<std::size_t> groups;  ///< of the model, that it compares
  double mmd2 = std::numeric_limits<double>::quiet_NaN();
  double tau = std::numeric_limits<double>::quiet_NaN();
  std::optional<double> p_value;  ///< adjusted for the other constraints; with tau_level alone
};

struct FitInput;

/// Everything a fit says of itself besides the model (contract: JSON of `fit`).
///
/// Of fit_method() and all that calls it, it is what may be published: numbers that hidden groups
/// enter are NaN or absent (docs/methods/small-groups.md).
struct FitReport {
  /// The training rows that the overall error and variance are of.
  Index overall_rows = 0;
  double reconstruction_error = std::numeric_limits<double>::quiet_NaN();
  double explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  double objective = std::numeric_limits<double>::quiet_NaN();
  double bound = std::numeric_limits<double>::quiet_NaN();
  double gap() const { return objective - bound; }
  bool certified = false;
  std::vector<double> dual_weights;
  std::vector<double> group_weights;  ///< of the groups' likelihoods, where the method has them
  std::vector<FitStep> history;       ///< likewise
  Status status = Status::kConverged;
  bool converged() const { return status == Status::kOptimal || status == Status::kConverged; }
  int eigensolves = 0;
  int iterations = 0;
  std::vector<GroupSummary> groups;        ///< those of the model
  std::map<std::string, double> measures;  ///< the method's own numbers, by JSON name
  std::map<std::string, Index> counts;     ///< those that are whole
  std::vector<MmdConstraintSummary> mmd_constraints;
  double evaluate_seconds = 0;  ///< wall-clock time of the errors and losses
  std::vector<std::string> warnings;
  /// kInfeasible: which constraint, by how much, and the way out; one of `warnings`.
  std::string missed;
  /// Why objective, bound and multipliers are left out: `group 'c' has 3 rows`; empty: they are
  /// not.
  std::string withheld;
  std::vector<std::string> notes;  ///< what the method settled by itself; no reason to worry
};

/// A model and what its fit says of itself.
struct Fit {
  Model model;
  FitReport report;
};

/// Mean squared reconstruction errors of the training rows, hidden groups' NaN; the overall one of
/// the rows of FitReport::overall_rows.
struct TrainingErrors {
  double overall = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> groups;
};

/// Fills what every method shares but the components: encoding, mean, scale, the errors given,
/// losses of all published groups and explained variance; see describe().
void describe_with(const TrainingErrors& errors, Fit& fit, const FitInput& input,
                   SpectralSolver& spectral, const std::vector<double>& own_sums = {});

/// Fills what every method shares: encoding, mean, scale, errors and losses of published groups,
/// overall error and explained variance.  `own_sums` are the groups' sigma_d(M_g) where the method
/// knows them; else each costs an eigen-solve.
void describe(Fit& fit, const FitInput& input, SpectralSolver& spectral,
              const std::vector<double>& own_sums = {});

}  // namespace fairpca
