// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fit/gap/gap_errors.h"

namespace fairpca {

/// A projection on exactly d dimensions.
struct CappedFrame {
  Matrix frame;
  double error = 0;  ///< <I - VV', S>
  double gap = 0;
  int iterations = 0;
};

/// A local minimum of the error among projections whose gap meets the cap, from `start`: descent on
/// error + penalty (gap - cap)_+ with a penalty that grows from `penalty` until the cap is met, and
/// Newton steps onto it.  The gap is above the cap where that failed.
CappedFrame descend_to_cap(const GapProblem& problem, const GapErrors& errors, Matrix start,
                           double penalty, const SolveObserver& observer);

/// A local minimum of the gap alone.
CappedFrame descend_to_smallest_gap(const GapProblem& problem, const GapErrors& errors,
                                    Matrix start, const SolveObserver& observer);

}  // namespace fairpca
