// SPDX-License-Identifier: BSD-3-Clause
#include "fit/path/published_path.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "fit/dimensions.h"
#include "model/reconstruction.h"
#include "moments/disclosure.h"
#include "moments/drop_deviation.h"

namespace fairpca {
namespace {

constexpr double kWithheld = std::numeric_limits<double>::quiet_NaN();

double measured_error(const Matrix& components, const Matrix& second_moment) {
  return std::max(second_moment.trace() - variances_along(components, second_moment).sum(), 0.0);
}

/// Takes out of a path what hidden groups enter.
class PathPublication {
 public:
  /// `published`: moments of the rows of disclosure.cells().
  PathPublication(const Disclosure& disclosure, const PreparedMoments& published)
      : disclosure_(disclosure), published_(published) {}

  void apply(FairnessPath& path) const {
    // Between two groups a front tells the one's error from the other's.  Over fewer rows of
    // several attributes its points would have to be measured again.
    const bool is_measured = !disclosure_.leaves_rows_out() || disclosure_.attributes() == 1;
    if (published_.groups.size() == 2 || !is_measured) path.errors_front.clear();
    path.gap_front.clear();
    for (PathPoint& point : path.errors_front) withhold(point);
    for (PathMark& mark : path.marks) withhold(mark);
    path.distance = kWithheld;
    path.equal_error.reset();
  }

 private:
  void withhold(PathPoint& point) const {
    std::fill(point.weights.begin(), point.weights.end(), kWithheld);
    point.bound = kWithheld;
    point.gap = disclosure_.largest_difference(point.group_errors);
    double sum = 0, weight = 0;
    for (std::size_t g = 0; g < point.group_errors.size(); ++g) {
      if (disclosure_.hides(g)) {
        point.group_errors[g] = kWithheld;
        continue;
      }
      sum += published_.groups[g].weight * point.group_errors[g];
      weight += published_.groups[g].weight;
    }
    if (disclosure_.leaves_rows_out()) point.error = sum / weight;
  }

  void withhold(PathMark& mark) const {
    const bool leaves_rows_out = disclosure_.leaves_rows_out();
    if (leaves_rows_out) measure_groups(mark);
    withhold(mark.point);
    if (leaves_rows_out) mark.point.error = overall_error(mark);
    if (mark.name == "equal-error" || mark.name == "max-gap") {
      // A known difference ties what is published to the hidden group's error.
      std::fill(mark.point.group_errors.begin(), mark.point.group_errors.end(), kWithheld);
      mark.point.error = mark.point.gap = kWithheld;
    }
    if (mark.name != "pca" || leaves_rows_out) mark.objective = mark.bound = kWithheld;
  }

  void measure_groups(PathMark& mark) const {
    if (mark.components.size() == 0) return;
    for (std::size_t g = 0; g < published_.groups.size(); ++g) {
      if (disclosure_.hides(g)) continue;
      mark.point.group_errors[g] =
          measured_error(mark.components, published_.groups[g].second_moment);
    }
  }

  double overall_error(const PathMark& mark) const {
    if (mark.components.size() == 0 || published_.rows == 0) return kWithheld;
    return measured_error(mark.components, published_.covariance);
  }

  const Disclosure& disclosure_;
  const PreparedMoments& published_;
};

}  // namespace

FairnessPath published_path(const GroupMoments& all_columns, const FitSettings& settings,
                            const PathOptions& options, const SolveObserver& observer) {
  const std::optional<SelectedColumns> selected =
      drop_by_deviation(all_columns, settings.drop_deviation);
  const GroupMoments& moments = selected ? selected->moments : all_columns;
  const PreparedMoments prepared =
      prepare(moments, form_groups(moments, settings.grouping), settings.preparation);
  SpectralSolver spectral(settings.spectral);
  const Index d =
      resolve_dimensions(settings.dimensions, prepared, prepared.covariance.rows() - 1, spectral);
  FairnessPath path = fairness_path(prepared, d, options, spectral, observer);
  const Disclosure disclosure(moments, prepared, settings.min_group_size);
  if (disclosure.hides_any()) {
    const PreparedMoments published =
        published_moments(moments, prepared, disclosure, settings.preparation.center);
    PathPublication(disclosure, published).apply(path);
  }
  path.warnings = disclosure.warnings();
  if (selected) path.notes.push_back(selected->note);
  return path;
}

}  // namespace fairpca
