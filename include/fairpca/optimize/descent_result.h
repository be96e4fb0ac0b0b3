// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/matrix.h"

namespace fairpca {

enum class Termination {
  kNotRun,
  kConverged,
  kMaxIterations,
  kNoDescent,  ///< no step along the negative gradient lowers the value, in floating point
  kNotFinite,  ///< value or gradient at the start, or the gradient at an iterate, is not finite
  kStopped     ///< the observer asked for it
};

/// What is known of one iterate; iteration 0 is the start.
struct IterationRecord {
  int iteration = 0;
  double value = 0;
  double gradient_norm = 0;  ///< of the Riemannian gradient
  double step_norm = 0;      ///< length of the tangent step that led here; 0 at the start
};

/// Every number is evaluated at `point`, never at the iterate before it.
struct DescentResult {
  Matrix point;
  Termination termination = Termination::kNotRun;
  double value = std::numeric_limits<double>::quiet_NaN();
  double gradient_norm = std::numeric_limits<double>::quiet_NaN();
  int iterations = 0;
  int value_evaluations = 0;
  int gradient_evaluations = 0;
  std::vector<IterationRecord> history;  ///< one record per iterate, the start included
  bool converged() const { return termination == Termination::kConverged; }
};

/// Called with every iterate, the start included, before the step from it.
using DescentObserver = std::function<Flow(const IterationRecord&)>;

}  // namespace fairpca
