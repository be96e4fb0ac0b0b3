// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/fit/equal_error.h"
#include "fairpca/fit/fit.h"
#include "fairpca/fit/projection_solution.h"
#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

struct PathOptions {
  /// No point of a front is farther from its polyline than tolerance * PCA's overall error.
  double tolerance = 1e-3;
  int max_points = 500;  ///< most angles per front; with more than two groups the weights swept
  /// Settings of robust fair PCA to mark.
  std::vector<double> lambdas = {0, 0.5, 1, 1.5, 2, 2.5};
  double alpha = 0.15;
  std::optional<double> max_gap;  ///< mark the best projection whose gap is at most this
  void validate() const;
};

/// One projection on a front, by what it costs.
struct PathPoint {
  std::vector<double> weights;       ///< it is the best for these weights of the groups' errors
  std::vector<double> group_errors;  ///< e_g
  double error = 0;                  ///< overall: sum of share_g e_g
  double gap = 0;                    ///< largest difference of two e_g of one attribute
  /// No projection has a smaller sum of weight_g e_g; NaN for marks, which have their own.
  double bound = std::numeric_limits<double>::quiet_NaN();
};

/// A projection worth knowing of.
struct PathMark {
  std::string name;  ///< `pca`, `fair-pca`, `robust-fair-pca lambda=0.5`, `equal-error`, `max-gap`
  PathPoint point;
  double objective = 0, bound = 0;  ///< of its own problem
  Status status = Status::kOptimal;
  bool certified = false;
  Matrix components;  ///< empty where there is no such projection (Status::kInfeasible)
};

/// What fairness costs at this dimension: exact Pareto fronts, from moments alone.
struct FairnessPath {
  Index dimensions = 0;
  std::vector<std::string> groups;
  /// From the first group's own PCA to the second's: no projection has both errors smaller.  With
  /// more than two groups: from PCA to fair PCA, each best for its weights.
  std::vector<PathPoint> errors_front;
  /// From PCA to the smallest gap: no projection has both error and gap smaller.  Two groups only.
  std::vector<PathPoint> gap_front;
  /// Between the fronts and their polylines, proven if `certified`; NaN for more than two groups.
  double distance = 0;
  std::vector<PathMark> marks;
  std::optional<EqualError> equal_error;  ///< two groups only
  bool certified = false;
  bool complete = true;  ///< false: stopped, or max_points reached before the tolerance
  int eigensolves = 0;
  /// Of small groups and of fronts that are not complete.  Numbers that hidden groups enter are
  /// NaN, fronts between two groups empty.
  std::vector<Message> warnings;
  std::vector<Message> notes;  ///< which columns were dropped; no reason to worry

  /// Whether every front and mark reached its tolerance, and there is a projection for the gap
  /// asked for.
  bool converged() const;
};

struct TimedPath {
  FairnessPath path;
  double read_seconds = 0;   ///< the pass over the rows; 0 for moments
  double solve_seconds = 0;  ///< from the moments to the path
};

/// Reads the rows once (twice under MissingCells::kMean) and finds what may be published of their
/// path (docs/methods/small-groups.md): what the command line and Python show.  Groups,
/// preparation, dimensions, missing cells, the smallest group and the observer as `settings` says;
/// its method and options play no part.  Settings and options are checked before a row is read.
TimedPath path_rows(RowSource& rows, const FitSettings& settings, const PathOptions& options = {});

/// The same from moments.
TimedPath path_moments(const GroupMoments& moments, const FitSettings& settings,
                       const PathOptions& options = {});

/// The path with the numbers of all groups, whatever their size.
/// Needs at least two groups; the errors of rows in no group do not count.
FairnessPath fairness_path(const PreparedMoments& moments, Index d, const PathOptions& options,
                           SpectralSolver& spectral, const SolveObserver& observer = {});

}  // namespace fairpca
