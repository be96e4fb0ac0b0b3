// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/invalid_option.h"
#include "fairpca/rows/adapted_rows.h"
#include "fit/settings_text.h"

namespace fairpca {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void set_seconds(double after_reading, TimedFit& result) {
  result.seconds.evaluate = result.fit.report.evaluate_seconds;
  result.seconds.solve = std::max(0.0, after_reading - result.seconds.evaluate);
}

/// `rows` as the fit reads them: without a label it does not look at, and every row in a group
/// where that is asked for.
AdaptedRows rows_for_fit(RowSource& rows, const FitSettings& settings, bool uses_label) {
  Schema schema = rows.schema();
  if (!uses_label) schema.label.reset();
  const bool needs_groups = settings.grouping.missing == MissingGroup::kError;
  return {rows, std::move(schema),
          [uses_label, needs_groups, missing = settings.missing](RowBlock& block) {
            if (!uses_label) block.label = {};
            if (needs_groups) require_protected_levels(block, missing);
          }};
}

/// What can be known to be wrong before a row is read.
const Method& checked_method(const FitSettings& settings, bool has_protected_columns) {
  const Method& method = find_method(settings.method);
  complete_options(method, settings.options);
  if (method.min_groups > 0 && !has_protected_columns) {
    throw InvalidArgument(
        fmt::format("{} needs at least {} groups and no protected column was given; name one "
                    "(--group COL, sensitive_features in Python)",
                    method.id, method.min_groups));
  }
  if (settings.min_group_size < 0) {
    throw InvalidOption("min_group_size",
                        fmt::format(" must be >= 0, got {}", settings.min_group_size));
  }
  if (settings.pass.threads < 1) {
    throw InvalidOption("threads", fmt::format(" must be >= 1, got {}", settings.pass.threads));
  }
  if (settings.missing == MissingCells::kModel && !method.models_missing_cells) {
    throw InvalidOption("missing",
                        fmt::format(" cannot be model: {} has no model of missing cells; "
                                    "use error, mean or drop-row",
                                    method.id));
  }
  return method;
}

/// What can be done about a missing cell of these rows, with this method.
std::vector<MissingCells> ways_with_missing_cells(const RowSource& rows, const Method& method) {
  std::vector<MissingCells> ways = {MissingCells::kDropRow};
  if (rows.can_rewind()) ways.push_back(MissingCells::kMean);
  if (rows.can_rewind() && method.models_missing_cells) ways.push_back(MissingCells::kModel);
  return ways;
}

Fit solve(const Method& method, const GroupMoments& moments, const FitSettings& settings,
          RowSource* rows) {
  if (moments.rows() == 0) throw InvalidArgument("there are no rows to fit");
  const PreparedMoments prepared =
      prepare(moments, form_groups(moments, settings.grouping), settings.preparation);
  FitInput input;
  input.moments = &moments;
  input.prepared = &prepared;
  input.preparation = settings.preparation;
  input.dimensions = settings.dimensions;
  input.min_group_size = settings.min_group_size;
  input.rows = rows;
  input.missing = settings.missing;
  input.pass = settings.pass;
  input.seed = settings.seed;
  input.spectral = settings.spectral;
  Fit fit = fit_method(method, input, settings.options);
  fit.model.provenance.options = settings_text(settings);
  const auto factor = fit.report.measures.find("tau_factor");
  // The tau of each pair, not an option itself; withheld where a small group enters it.
  if (factor != fit.report.measures.end() && std::isfinite(factor->second)) {
    fit.model.provenance.options["tau-factor"] = fmt::format("{}", factor->second);
  }
  return fit;
}

bool uses_label(const Method& method, const FitSettings& settings) {
  return method.uses_label && method.uses_label(complete_options(method, settings.options));
}

}  // namespace

TimedFit fit_rows(RowSource& rows, const FitSettings& settings) {
  const Method& method = checked_method(settings, !rows.schema().protected_columns.empty());
  const bool models_cells = settings.missing == MissingCells::kModel;
  const bool needs_rows = method.needs != Needs::kMoments || models_cells;
  if (needs_rows && !rows.can_rewind()) {
    throw InvalidArgument(
        fmt::format("{}: {} reads the rows several times, which this source does not allow; save "
                    "them to a file first",
                    rows.name(), method.id));
  }
  TimedFit result;
  const auto start = std::chrono::steady_clock::now();
  AdaptedRows source = rows_for_fit(rows, settings, uses_label(method, settings));
  // The model's own expectations come later; for the mean, the scale and the groups means will do.
  const GroupMoments moments = accumulate_moments(
      source, settings.pass, models_cells ? MissingCells::kMean : settings.missing,
      ways_with_missing_cells(rows, method));
  result.seconds.read = seconds_since(start);
  const auto read = std::chrono::steady_clock::now();
  result.fit = solve(method, moments, settings, needs_rows ? &source : nullptr);
  result.fit.model.label_column = rows.schema().label;
  set_seconds(seconds_since(read), result);
  return result;
}

TimedFit fit_moments(const GroupMoments& moments, const FitSettings& settings) {
  const Method& method = checked_method(settings, !moments.protected_columns().empty());
  if (settings.missing == MissingCells::kMean || settings.missing == MissingCells::kModel) {
    throw InvalidArgument(
        "missing cells cannot be replaced in moments: that needs the rows, read several times");
  }
  TimedFit result;
  const auto start = std::chrono::steady_clock::now();
  result.fit = solve(method, moments, settings, nullptr);
  set_seconds(seconds_since(start), result);
  return result;
}

}  // namespace fairpca
