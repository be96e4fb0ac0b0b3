// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/model/model.h"

namespace fairpca {

/// How a fit ended.
enum class Status { kOptimal, kConverged, kMaxIterations, kInfeasible, kNotFinite, kStopped };

/// `optimal`, `converged`, `max_iterations`, ... as JSON and Python spell it.
std::string to_string(Status status);

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

/// What `mmd-fair-pca` reached; of several constraints, `mmd2` and `tau` are those of the pair
/// nearest to its tau.
struct MmdSummary {
  double mmd2 = std::numeric_limits<double>::quiet_NaN();
  double mmd2_pca = std::numeric_limits<double>::quiet_NaN();  ///< of plain PCA
  double tau = std::numeric_limits<double>::quiet_NaN();
  double bandwidth = std::numeric_limits<double>::quiet_NaN();
  bool feasible = false;  ///< every pair is within its tau
  double penalty = std::numeric_limits<double>::quiet_NaN();
  Index rounds = 0, evaluations = 0;
  std::optional<double> p_value = {}, tau_factor = {};  ///< with tau_level alone
  std::optional<Index> permuted_rows = {};              ///< with tau_level alone
};

/// What `constrained-fair-pca` with mu > 0 reached.
struct CovarianceSummary {
  double mu = std::numeric_limits<double>::quiet_NaN();  ///< the penalty weight, in its unit
  double relaxation_objective = std::numeric_limits<double>::quiet_NaN();
  double relaxation_gap = std::numeric_limits<double>::quiet_NaN();
  double leaked_variance = std::numeric_limits<double>::quiet_NaN();
  double covariance_difference = std::numeric_limits<double>::quiet_NaN();  ///< the largest
  double covariance_difference_before = std::numeric_limits<double>::quiet_NaN();
  /// With keep_relaxation: the p eigenvalues of the relaxed solution P*, largest first, and the
  /// overall variances v'Sv along its eigenvectors v, in the same order.
  std::vector<double> relaxation_eigenvalues = {}, relaxation_variances = {};
};

/// What `constrained-fair-pca` reached: the largest distance of projected group means, the same
/// before projection, and the bound on it.
struct MeanSummary {
  double delta = std::numeric_limits<double>::quiet_NaN();
  double mean_difference = std::numeric_limits<double>::quiet_NaN();
  double mean_difference_before = std::numeric_limits<double>::quiet_NaN();
};

/// A number of one method alone, by its JSON name.
struct MethodNumber {
  std::string name;
  std::variant<bool, Index, double> value;
  /// It is taken over published groups, or says nothing of any group; other fractional numbers are
  /// withheld where a hidden group enters the fit.
  bool is_published_always = false;
};

/// What a solver says of its result; every number is evaluated at the point it returns.
struct SolveSummary {
  double objective = std::numeric_limits<double>::quiet_NaN();
  /// A lower bound on the objective of any feasible point.
  double bound = std::numeric_limits<double>::quiet_NaN();
  bool certified = false;  ///< every eigen-solve behind `bound` passed its inertia check
  std::vector<double> dual_weights;
  Multipliers multipliers;  ///< what `bound` is computed from, for the model's certificate
  /// kOptimal means a gap of at most this times max(|objective|, scale), ModelCertificate's scale.
  double tolerance = 1e-10;
  Status status = Status::kConverged;
  int iterations = 0;
  std::vector<MethodNumber> numbers;  ///< the method's own; see also method_numbers()
  std::optional<MeanSummary> means;
  std::optional<CovarianceSummary> covariances;
  std::vector<Message> warnings;
  /// kInfeasible: which constraint, by how much, and the way out; one of `warnings`.
  std::optional<Message> missed;
  std::vector<Message> notes;  ///< what was settled by the solver; no reason to worry

  double optimality_gap() const { return objective - bound; }
  bool converged() const { return status == Status::kOptimal || status == Status::kConverged; }
};

/// Everything a fit says of itself in addition to the model (docs/formats/json.md).
///
/// Of fit_method() and all that calls it, it is what may be published: numbers that hidden groups
/// enter are NaN or absent (docs/methods/small-groups.md).
struct FitReport : SolveSummary {
  /// The training rows that the overall error and variance are of.
  Index overall_rows = 0;
  double reconstruction_error = std::numeric_limits<double>::quiet_NaN();
  double explained_variance_ratio = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> group_weights;  ///< of the groups' likelihoods, where the method has them
  std::vector<FitStep> history;       ///< of the search for them
  int eigensolves = 0;
  std::vector<GroupSummary> groups;      ///< those of the model
  std::optional<double> log_likelihood;  ///< mean of the published rows, of a method with a density
  std::optional<MmdSummary> mmd;
  std::vector<MmdConstraintSummary> mmd_constraints;
  double evaluate_seconds = 0;  ///< wall-clock time of the errors and losses
  /// Why objective, bound and multipliers are left out: `group 'c' has 3 rows`; empty: they are
  /// not.
  std::string withheld;
};

/// All numbers of the method alone, those of the summaries included: fractions and flags by name,
/// then whole numbers by name.  A summary that is not there adds none.
std::vector<MethodNumber> method_numbers(const FitReport& report);

/// A model and what its fit says of itself.
struct Fit {
  Model model;
  FitReport report;
};

}  // namespace fairpca
