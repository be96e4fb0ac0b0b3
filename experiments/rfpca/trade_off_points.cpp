// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/trade_off_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "experiments/study_values.h"
#include "fairpca/fit/fairness_path.h"

namespace fairpca {
namespace {

constexpr double kRounding = 1e-9;

TradeOff trade_off_of(const StudyResult& study, const std::string& arm) {
  const auto mean = [&](const std::string& measure) {
    return mean_over_splits(study, {.arm = arm,
                                    .dimensions = dimensions_text(study.spec.dimensions.front()),
                                    .measure = measure,
                                    .rows = MeasuredRows::kTrain})
        .mean;
  };
  return {mean("reconstruction_error"), mean("gap_training_group")};
}

/// Second moments C_g + B about the overall mean.
PreparedMoments about_own_means(PreparedMoments moments) {
  Matrix between = Matrix::Zero(moments.covariance.rows(), moments.covariance.cols());
  for (const GroupStatistics& group : moments.groups) {
    between += group.share * group.mean * group.mean.transpose();
  }
  for (GroupStatistics& group : moments.groups) {
    group.second_moment += between - group.mean * group.mean.transpose();
  }
  return moments;
}

}  // namespace

bool TradeOff::dominates(const TradeOff& other) const {
  const double error_gain = other.error - error, gap_gain = other.gap - gap;
  const double least = kRounding * other.error;
  return error_gain >= -least && gap_gain >= -least && std::max(error_gain, gap_gain) > least;
}

std::ptrdiff_t count_dominated(const std::vector<TradeOff>& points,
                               const std::vector<TradeOff>& others) {
  return std::count_if(points.begin(), points.end(), [&](const TradeOff& point) {
    return std::any_of(others.begin(), others.end(),
                       [&point](const TradeOff& other) { return other.dominates(point); });
  });
}

std::vector<TradeOff> trade_offs(const StudyResult& study, const std::string& arm) {
  std::vector<TradeOff> points;
  for (const StudyArm& one : study.spec.arms) {
    const bool is_it = one.name == arm || one.name == fmt::format("{}-{}", arm, points.size() + 1);
    if (is_it) points.push_back(trade_off_of(study, one.name));
  }
  return points;
}

std::vector<TradeOff> mean_trade_offs(const std::vector<std::vector<TradeOff>>& runs) {
  std::vector<TradeOff> means(runs.front().size());
  for (const std::vector<TradeOff>& run : runs) {
    for (std::size_t i = 0; i < means.size(); ++i) {
      means[i].error += run[i].error / static_cast<double>(runs.size());
      means[i].gap += run[i].gap / static_cast<double>(runs.size());
    }
  }
  return means;
}

std::vector<TradeOff> exact_front(StudyRuns& runs, const PaperStudy& study, Index d) {
  const std::unique_ptr<RowSource> rows = runs.open(study);
  const GroupMoments moments = accumulate_moments(*rows, runs.pass("front"));
  const PreparedMoments prepared =
      about_own_means(prepare(moments, form_groups(moments), {.standardize = true}));
  SpectralSolver spectral;
  PathOptions options;
  options.lambdas = {0};
  std::vector<TradeOff> front;
  for (const PathPoint& point : fairness_path(prepared, d, options, spectral).gap_front) {
    front.push_back({point.error, point.gap});
  }
  std::sort(front.begin(), front.end(),
            [](const TradeOff& a, const TradeOff& b) { return a.error < b.error; });
  return front;
}

double height_above(const std::vector<TradeOff>& front, const TradeOff& point) {
  for (std::size_t i = 1; i < front.size(); ++i) {
    const TradeOff &left = front[i - 1], &right = front[i];
    if (point.error < left.error || point.error > right.error || right.error <= left.error)
      continue;
    const double share = (point.error - left.error) / (right.error - left.error);
    return point.gap - (left.gap + share * (right.gap - left.gap));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace fairpca
