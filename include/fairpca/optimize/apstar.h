// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Maximises sum_g weights_g L_g over whatever it fits, and returns the values L_g reached.  May
/// start from where the last call ended.  `weights` lie on the simplex.
using WeightedRefit = std::function<Vector(const Vector& weights)>;

/// Which values the weights move to: those not above the best worst value so far, or the rule as
/// printed by Nascimento (2025), which compares weights_g L_g and so depends on the units of L.
enum class Indicator { kOwnValue, kWeightedValue };

struct ApstarOptions {
  double step = 0.3;    ///< the step size alpha, in (0, 1)
  int k_min = 20;       ///< K is reset to this when the worst value has risen
  int max_steps = 500;  ///< refits after the first
  int patience = 40;    ///< converged when the worst value rose by <= tolerance in as many steps
  double tolerance = 1e-4;
  Indicator indicator = Indicator::kOwnValue;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

struct MinimaxStep {
  Vector weights, values;
};

/// The steps of a search for the weights whose fit has the largest smallest value.
struct MinimaxWeights {
  std::vector<MinimaxStep> steps;  ///< the first with equal weights
  std::size_t best = 0;            ///< the step with the largest smallest value
  bool converged = false;
  const Vector& weights() const { return steps[best].weights; }
  double worst() const { return steps[best].values.minCoeff(); }
};

/// APStar (Martinez et al. 2020) for `count` values: the weights of those below move by
///   w <- (alpha w + (1 - alpha) / (K |I|) 1_I) K / ((K - 1) alpha + 1),
/// I by the indicator; K grows with every step and is reset to k_min when the worst value rises.
/// One refit per step.  The steps shrink like 1/K, so a fit at the optimum is approached, not hit.
MinimaxWeights apstar(Index count, const WeightedRefit& refit, const ApstarOptions& options = {});

/// For two values: bisects the weight w of the first, moving to the smaller value.  Converged when
/// the values agree to `tolerance`, or w is within it of a 0 or 1 that was never left; not when the
/// values jump past each other or `max_steps` refits after the first are done.  An end of the
/// bracket that has long stayed is tried again, and given up if the refit now answers otherwise.
/// Finds the optimum where L_1 rises and L_2 falls with w, as maxima of w L_1 + (1-w) L_2 do.
MinimaxWeights bisect_weights(const WeightedRefit& refit, int max_steps, double tolerance);

}  // namespace fairpca
