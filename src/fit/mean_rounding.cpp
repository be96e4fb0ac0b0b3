// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_rounding.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

/// Relative changes of the objective by rounding of the means: worth a note, and too large for
/// kOptimal, as large as the widest gap that the moment methods accept by default.
constexpr double kNoted = 1e-9, kDecides = 1e-6;
/// Objectives smaller than this share of the variance are compared with it instead: at the rank of
/// the rows they are 0 but for rounding.
constexpr double kSmallObjective = 1e-4;

std::string where(const PreparedMoments& moments) {
  Index worst = 0;
  moments.mean_rounding.maxCoeff(&worst);
  const double deviation = std::sqrt(moments.covariance(worst, worst)) * moments.scale[worst];
  return fmt::format("the mean of column {} is {:.0e} times its deviation",
                     in_quotes(moments.columns[static_cast<std::size_t>(worst)]),
                     std::abs(moments.mean[worst]) / deviation);
}

}  // namespace

double moved_by_mean_rounding(const PreparedMoments& moments) {
  double trace = moments.covariance.trace();
  for (const GroupStatistics& group : moments.groups) {
    trace = std::max(trace, group.second_moment.trace());
  }
  const double moved = moments.mean_rounding.norm();
  return 2 * moved * std::sqrt(trace) + moved * moved;
}

void report_mean_rounding(const PreparedMoments& moments, double error, FitReport& report) {
  const double trace = moments.covariance.trace();
  if (!(trace > 0)) return;
  double objective = error;
  if (std::isfinite(report.objective)) {
    objective = std::min(objective, std::abs(report.objective));
  }
  const double relative =
      moved_by_mean_rounding(moments) / std::max(objective, kSmallObjective * trace);
  if (!(relative > kNoted)) return;
  const int digits = std::max(0, static_cast<int>(-std::log10(relative)));
  std::string text = fmt::format(
      "{}, so that rounding of the means leaves about {} of the objective; subtract a constant "
      "from the column to keep more",
      where(moments), counted(digits, "digit", "digits"));
  if (relative <= kDecides) {
    report.notes.push_back(std::move(text));
    return;
  }
  if (report.status == Status::kOptimal) {
    report.status = Status::kConverged;
    text += "; the gap to the bound is that of the rounded moments, which proves no optimum";
  }
  report.warnings.push_back(std::move(text));
}

}  // namespace fairpca
