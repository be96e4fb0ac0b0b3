// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_rounding.h"

#include <algorithm>
#include <cmath>

#include "fit/messages.h"

namespace fairpca {
namespace {

/// Relative changes of the objective by rounding of the means: worth a note, and too large for
/// kOptimal, as large as the widest gap that the moment methods accept by default.
constexpr double kNoted = 1e-9, kDecides = 1e-6;
/// Objectives smaller than this share of the variance are compared with it instead: at the rank of
/// the rows they are 0 but for rounding.
constexpr double kSmallObjective = 1e-4;

/// About the column whose mean is rounded most; `relative`: the change of the objective.
Message rounding_of_worst_column(const PreparedMoments& moments, double relative) {
  Index worst = 0;
  moments.mean_rounding.maxCoeff(&worst);
  const double deviation = std::sqrt(moments.covariance(worst, worst)) * moments.scale[worst];
  const int digits = std::max(0, static_cast<int>(-std::log10(relative)));
  return fit_message<"mean-rounding">(
      "column"_is(Quoted{moments.columns[static_cast<std::size_t>(worst)]}),
      "ratio"_is(std::abs(moments.mean[worst]) / deviation),
      "digits"_is(Counted{digits, "digit", "digits"}));
}

}  // namespace

double change_by_mean_rounding(const PreparedMoments& moments) {
  double trace = moments.covariance.trace();
  for (const GroupStatistics& group : moments.groups) {
    trace = std::max(trace, group.second_moment.trace());
  }
  const double mean_error = moments.mean_rounding.norm();
  return 2 * mean_error * std::sqrt(trace) + mean_error * mean_error;
}

void report_mean_rounding(const PreparedMoments& moments, double error, FitReport& report) {
  const double trace = moments.covariance.trace();
  if (!(trace > 0)) return;
  double objective = error;
  if (std::isfinite(report.objective)) {
    objective = std::min(objective, std::abs(report.objective));
  }
  const double relative =
      change_by_mean_rounding(moments) / std::max(objective, kSmallObjective * trace);
  if (!(relative > kNoted)) return;
  const Message rounding = rounding_of_worst_column(moments, relative);
  if (relative <= kDecides) {
    report.notes.push_back(rounding);
    return;
  }
  const bool was_optimal = report.status == Status::kOptimal;
  if (was_optimal) report.status = Status::kConverged;
  report.warnings.push_back(fit_message<"mean-rounding-decides">(
      "problem"_is(rounding),
      "consequence"_is(was_optimal ? "; the gap to the bound is that of the rounded moments, which "
                                     "proves no optimum"
                                   : "")));
}

}  // namespace fairpca
