// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fairpca/moments/moments_of_rows.h"
#include "fit/messages.h"
#include "fit/path/messages.h"
#include "fit/path/path_options.h"
#include "fit/path/published_path.h"
#include "fit/settings_table.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

constexpr const char* kName = "path";

/// Throws InvalidArgument for what needs no row to be known to be wrong.
void check_path(const FitSettings& settings, const PathOptions& options,
                const std::vector<std::string>& protected_columns) {
  check_shared_settings(settings);
  path_options().check(options);
  if (settings.dimensions.most > 0) {
    reject(fit_message<"dimensions-not-a-range">("option"_is(OptionName{"dimensions"}),
                                                 "method"_is(kName)));
  }
  if (protected_columns.empty()) {
    reject(fit_message<"too-few-groups">("method"_is(kName), "needed"_is(2),
                                         "reason"_is("no protected column was given")));
  }
}

void warn_if_incomplete(FairnessPath& path) {
  if (path.complete) return;
  path.warnings.push_back(std::isfinite(path.distance)
                              ? path_message<"front-distance">("distance"_is(path.distance))
                              : path_message<"front-tolerance">());
}

/// The path of `moments`, and the time since `watch` was last asked.
void solve(const GroupMoments& moments, const FitSettings& settings, const PathOptions& options,
           Stopwatch& watch, TimedPath& result) {
  SolveObserver observer;
  if (settings.pass.observer) {
    observer = [&] { return settings.pass.observer({.rows = moments.rows(), .fraction = 1}); };
  }
  result.path = published_path(moments, settings, options, observer);
  warn_if_incomplete(result.path);
  result.solve_seconds = watch.lap();
}

/// A gap that no projection has is asked for in vain; one of 0 is only looked for.
bool is_settled(const PathMark& mark) {
  return mark.status == Status::kOptimal || mark.status == Status::kConverged ||
         (mark.status == Status::kInfeasible && mark.name != "max-gap");
}

}  // namespace

bool FairnessPath::converged() const {
  return complete && std::all_of(marks.begin(), marks.end(), is_settled);
}

TimedPath path_rows(RowSource& rows, const FitSettings& settings, const PathOptions& options) {
  check_path(settings, options, rows.schema().protected_columns);
  TimedPath result;
  Stopwatch watch;
  AdaptedRows source =
      rows_in_groups(rows, settings.grouping.missing, settings.missing, /*keeps_label=*/true,
                     columns_with_missing_level(rows.schema(), settings.missing_category));
  const GroupMoments moments =
      moments_of_rows(source, {.missing = settings.missing,
                               .missing_category = settings.missing_category,
                               .pass = settings.pass});
  result.read_seconds = watch.lap();
  solve(moments, settings, options, watch, result);
  put_column_warnings(rows, result.path.warnings);
  return result;
}

TimedPath path_moments(const GroupMoments& moments, const FitSettings& settings,
                       const PathOptions& options) {
  check_path(settings, options, moments.protected_columns());
  TimedPath result;
  Stopwatch watch;
  solve(moments, settings, options, watch, result);
  return result;
}

}  // namespace fairpca
