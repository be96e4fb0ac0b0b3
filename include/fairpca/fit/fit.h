// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// Wall-clock time of the stages of a fit.
struct FitSeconds {
  double read = 0;      ///< the pass over the rows; 0 for moments
  double solve = 0;     ///< from the moments to the projection
  double evaluate = 0;  ///< errors and losses of the groups
};

struct TimedFit {
  Fit fit;
  FitSeconds seconds;
};

/// Reads the rows once (twice under MissingCells::kMean), forms the groups, prepares the moments
/// and runs the method: what the command line and Python do.  Settings are checked before a row is
/// read. A label column is left out of the pass unless the method looks at it (Method::uses_label):
/// each of its levels costs a p x p matrix.
TimedFit fit_rows(RowSource& rows, const FitSettings& settings);

/// The same from moments.  Throws InvalidArgument for methods and settings that need the rows.
TimedFit fit_moments(const GroupMoments& moments, const FitSettings& settings);

/// A fit, or why there is none.
struct FitOrProblem {
  std::optional<Fit> fit;
  std::optional<Message> problem;
};

/// fit_moments() with the method's options replaced by each of `grid` in turn.  The moments are
/// prepared once, and methods that can share work between settings do.  A setting that cannot be
/// fitted has its problem in place of a fit.
std::vector<FitOrProblem> fit_moments_grid(const GroupMoments& moments, const FitSettings& settings,
                                           const std::vector<OptionValues>& grid);

}  // namespace fairpca
