// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_fronts.h"

#include <algorithm>
#include <cmath>

#include "fairpca/error.h"
#include "fairpca/fit/fairness_path.h"
#include "parallel/parallel_for.h"
#include "study/messages.h"

namespace fairpca {
namespace {

constexpr double kLongestFrontSeconds = 60;

/// Roughly what a front takes on one thread, from its sizes alone: some 150 searches for the
/// leading directions of a matrix that is a sum over the groups.
double front_seconds(Index columns, Index dimensions, std::size_t groups) {
  const auto p = static_cast<double>(columns), d = static_cast<double>(dimensions);
  const double one = p * p * (2 * static_cast<double>(groups) + 40 * (d + 10));
  return 150 * one / 2e9;
}

/// What is published of a point: the numbers of the groups of `shown`.
StudyFront::Point shown_point(const PathPoint& point, const std::vector<std::size_t>& shown) {
  StudyFront::Point made{.error = point.error, .gap = point.gap, .group_errors = {}};
  for (const std::size_t g : shown) made.group_errors.push_back(point.group_errors[g]);
  return made;
}

/// Without points that have both error and gap no smaller than one before them.
void keep_efficient(std::vector<StudyFront::Point>& points) {
  std::stable_sort(points.begin(), points.end(),
                   [](const auto& a, const auto& b) { return a.error < b.error; });
  std::vector<StudyFront::Point> kept;
  for (StudyFront::Point& point : points) {
    const double slack = 1e-9 * point.error;
    const bool is_efficient = kept.empty() || point.gap < kept.back().gap - slack;
    if (is_efficient) kept.push_back(std::move(point));
  }
  points = std::move(kept);
}

/// Both ends and what lies evenly between them.
void thin_out(std::vector<StudyFront::Point>& points) {
  if (points.size() <= StudyFront::kMostPoints) return;
  std::vector<StudyFront::Point> kept;
  for (std::size_t i = 0; i < StudyFront::kMostPoints; ++i) {
    kept.push_back(points[i * (points.size() - 1) / (StudyFront::kMostPoints - 1)]);
  }
  points = std::move(kept);
}

void put_points(const FairnessPath& path, const StudySpec& spec, StudyFront& front) {
  const bool is_two = path.groups.size() == 2;
  const std::vector<PathPoint>& points = is_two ? path.gap_front : path.errors_front;
  const bool is_there =
      !points.empty() && std::isfinite(points.front().error) && std::isfinite(points.front().gap);
  if (!is_there) {
    const Message why = path.warnings.empty() ? study_message<"front-not-found">()
                                              : study_message<"front-withheld">("reason"_is(
                                                    path.warnings.front().text(spec.spelling)));
    front.problem = why.text(spec.spelling);
    return;
  }
  std::vector<std::size_t> shown;
  for (std::size_t g = 0; g < path.groups.size(); ++g) {
    if (!std::isfinite(points.front().group_errors[g])) continue;
    shown.push_back(g);
    front.groups.push_back(path.groups[g]);
  }
  for (const PathPoint& point : points) front.points.push_back(shown_point(point, shown));
  if (!is_two) keep_efficient(front.points);
  if (front.points.size() < 2 && !is_two) {
    front.points.clear();
    front.groups.clear();
    front.problem = study_message<"front-of-many-groups">().text(spec.spelling);
    return;
  }
  thin_out(front.points);
  front.is_exact = is_two && path.certified && path.complete;
}

StudyFront find_front(const GroupMoments& training, const StudySpec& spec, Index dimensions,
                      std::size_t groups, const PassOptions& pass) {
  StudyFront front;
  FitSettings settings = spec.fit;
  settings.dimensions = {.wanted = dimensions};
  front.dimensions = dimensions_text(settings.dimensions);
  const double seconds = front_seconds(training.encoding().width(), dimensions, groups);
  if (seconds > kLongestFrontSeconds) {
    front.problem =
        study_message<"front-too-long">("minutes"_is(std::ceil(seconds / 60))).text(spec.spelling);
    return front;
  }
  // Cells that were missing are filled already.
  if (settings.missing == MissingCells::kMean) settings.missing = MissingCells::kError;
  settings.pass = pass;
  settings.pass.threads = 1;
  PathOptions options;
  options.max_points = static_cast<int>(StudyFront::kMostPoints);
  options.lambdas.clear();
  try {
    const TimedPath path = path_moments(training, settings, options);
    if (pass.stop_wanted && pass.stop_wanted()) throw Stopped();
    put_points(path.path, spec, front);
  } catch (const InvalidArgument& error) {
    front.problem = error.message().text(spec.spelling);
  }
  return front;
}

}  // namespace

std::vector<StudyFront> find_fronts(const GroupMoments& training, const StudySpec& spec,
                                    const PassOptions& pass) {
  std::vector<Index> wanted;
  for (const Dimensions& dimensions : spec.dimensions) {
    if (const Index* count = std::get_if<Index>(&dimensions.wanted)) wanted.push_back(*count);
  }
  const std::size_t groups = form_groups(training, spec.fit.grouping).size();
  std::vector<StudyFront> fronts(wanted.size());
  parallel_for(wanted.size(), pass.threads, [&](std::size_t i) {
    fronts[i] = find_front(training, spec, wanted[i], groups, pass);
  });
  return fronts;
}

}  // namespace fairpca
