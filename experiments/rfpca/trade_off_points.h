// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/rfpca/rfpca_studies.h"
#include "experiments/study_runs.h"

namespace fairpca {

/// What a projection costs: error of all rows, difference of the groups' errors.
struct TradeOff {
  double error = 0, gap = 0;
  /// Neither number larger, one smaller by more than rounding.
  bool dominates(const TradeOff& other) const;
};

/// How many of `points` are dominated by one of `others`.
std::ptrdiff_t count_dominated(const std::vector<TradeOff>& points,
                               const std::vector<TradeOff>& others);

/// Of the training rows: arms `name-1`, `name-2`, ... of a study, or `name` itself.
std::vector<TradeOff> trade_offs(const StudyResult& study, const std::string& arm);

/// The mean of several runs, point by point.
std::vector<TradeOff> mean_trade_offs(const std::vector<std::vector<TradeOff>>& runs);

/// The exact front: no projection has less of both.  The gap is about the groups' own means, the
/// error about the overall one, as in the points above: C_g + B stand for the groups' second
/// moments, C_g their covariances and B that of their means, so that the mean over rows is S and
/// the difference C_0 - C_1.
std::vector<TradeOff> exact_front(StudyRuns& runs, const PaperStudy& study, Index d);

/// How far a point is above the front, in the gap; NaN beyond its ends.
double height_above(const std::vector<TradeOff>& front, const TradeOff& point);

}  // namespace fairpca
