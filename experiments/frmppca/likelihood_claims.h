// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/experiment.h"
#include "experiments/frmppca/method_values.h"

namespace fairpca {

/// Whether a sentence holds of one run, and the numbers it rests on.
struct ClaimFinding {
  bool holds = false;
  std::string here = {};
};
using ClaimCheck = std::function<ClaimFinding(const MethodValues&)>;

/// A sentence of the dissertation about a figure, in a form that can be checked.
struct LikelihoodClaim {
  int figure = 0;  ///< 5.figure
  std::string paper;
  ClaimCheck check;
  std::string why = {};  ///< the reason found where it does not hold
  /// Numbers of the runs that the reason rests on; empty: none but those in `why`.
  std::function<std::string(const SeedValues&)> measured = {};
  std::string threshold = {};  ///< of ours, where the sentence has no number
};

/// Methods compared: the first has the larger number.
using MethodPairs = std::vector<std::pair<std::string, std::string>>;

/// Of all rows, the first of each pair has the larger value.
ClaimCheck order_check(LikelihoodMeasure measure, const MethodPairs& pairs);
/// The first has more than `times` the gap between groups of the second.
ClaimCheck gap_check(LikelihoodMeasure measure, const MethodPairs& pairs, double times = 1);
/// The worst group has the larger value under the first.
ClaimCheck worst_check(LikelihoodMeasure measure, const MethodPairs& pairs);
/// The last ten steps of the search move the groups less than the first ten.
ClaimCheck settling_check();
/// From the first step to the last one, the gap between the groups falls (or grows).
ClaimCheck gap_along_steps_check(LikelihoodMeasure measure, bool falls);
/// The mean gap between the groups of the steps after `step` is below that of those up to it.
ClaimCheck gap_after_check(LikelihoodMeasure measure, std::size_t step);
/// In most steps after `step`, the group called `higher` has the larger value.
ClaimCheck group_order_after_check(LikelihoodMeasure measure, std::size_t step,
                                   const std::string& higher, const std::string& lower);
/// Values go up and down: a group's moves from step to step, after the tenth, are together more
/// than five times the way from the one to the last.
ClaimCheck fluctuation_check(LikelihoodMeasure measure);
/// Of one group, the first of each pair has the larger value.
ClaimCheck group_value_check(LikelihoodMeasure measure, const std::string& group,
                             const MethodPairs& pairs);
/// Of all groups and methods, this one has the largest value.
ClaimCheck largest_check(LikelihoodMeasure measure, const std::string& method,
                         const std::string& group);
/// From the first step to the last one, every group's value grows.
ClaimCheck growth_check(LikelihoodMeasure measure);
/// Under a method, the group called `higher` has the larger value; an empty method: at the first
/// step of the search, or at the last one.
ClaimCheck group_order_check(LikelihoodMeasure measure, const std::string& method,
                             const std::string& higher, const std::string& lower);
enum class StepEnd { kFirst, kLast };
ClaimCheck group_order_at_step_check(LikelihoodMeasure measure, StepEnd step,
                                     const std::string& higher, const std::string& lower);

/// The standard errors of the gaps of the ROC-AUC in the first run, and which gaps exceed twice
/// theirs.
std::string auc_gap_errors(const SeedValues& seeds);
/// Under how many methods and seeds the one group has the larger value.
std::string group_order_counts(const SeedValues& seeds, LikelihoodMeasure measure,
                               const std::string& higher, const std::string& lower);

/// The sentence judged on every seed: it holds where it does so in all of them.  MPPCA in it stands
/// for the Gaussian mixture of the dissertation, where that was fitted; what comes out with our
/// MPPCA in its place is said beside it.
Claim judged_claim(const LikelihoodClaim& claim, const SeedValues& seeds);

}  // namespace fairpca
