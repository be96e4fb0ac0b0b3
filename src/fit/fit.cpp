// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fit/bandwidth_rows.h"
#include "fit/fit_gathered.h"
#include "fit/messages.h"
#include "fit/settings_table.h"
#include "moments/drop_deviation.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

void set_seconds(double after_reading, TimedFit& result) {
  result.seconds.evaluate = result.fit.report.evaluate_seconds;
  result.seconds.solve = std::max(0.0, after_reading - result.seconds.evaluate);
}

/// Says in the model how it came about.
void put_provenance(const FitSettings& settings, Fit& fit) {
  fit.model.provenance.options = settings_text(settings);
  const std::optional<MmdSummary>& mmd = fit.report.mmd;
  // The tau of each pair, not an option itself; withheld where a small group enters it.
  if (mmd && mmd->tau_factor && std::isfinite(*mmd->tau_factor)) {
    fit.model.provenance.options["tau-factor"] = fmt::format("{}", *mmd->tau_factor);
  }
}

PreparedMoments prepared_for(const GroupMoments& moments, const FitSettings& settings) {
  if (moments.rows() == 0) reject(fit_message<"no-rows">());
  return prepare(moments, form_groups(moments, settings.grouping), settings.preparation);
}

/// The bandwidth that a model gets from plain PCA of its d, found before the model is.
class BandwidthAhead {
 public:
  BandwidthAhead(const BandwidthRows& kept, const PreparedMoments& prepared,
                 const FitSettings& settings)
      : kept_(kept), prepared_(prepared), settings_(settings) {}

  void find(const Encoding& encoding, Index d) {
    Model model;
    model.encoding = encoding;
    model.requested_dimensions = d;
    width_ = kept_.bandwidth(model, prepared_, settings_, solves_);
    is_found_ = true;
  }

  /// That of `model`.
  std::optional<double> of(const Model& model, int& solves) const {
    if (!is_found_) return kept_.bandwidth(model, prepared_, settings_, solves);
    solves += solves_;
    return width_;
  }

 private:
  const BandwidthRows& kept_;
  const PreparedMoments& prepared_;
  const FitSettings& settings_;
  bool is_found_ = false;
  int solves_ = 0;
  std::optional<double> width_;
};

/// `rows` for methods that need them; `kept` where rows were read at all.
Fit solve(const Method& method, const GroupMoments& moments, const FitSettings& settings,
          RowSource* rows, const BandwidthRows* kept) {
  const PreparedMoments prepared = prepared_for(moments, settings);
  FitInput input{settings};
  input.moments = &moments;
  input.prepared = &prepared;
  input.rows = rows;
  std::optional<BandwidthAhead> bandwidth;
  if (kept != nullptr) {
    bandwidth.emplace(*kept, prepared, settings);
    input.beside = [&](Index d) { bandwidth->find(moments.encoding(), d); };
  }
  Fit fit = fit_method(method, input, settings.options);
  put_provenance(settings, fit);
  if (bandwidth && !fit.model.bandwidth) {
    fit.model.bandwidth = bandwidth->of(fit.model, fit.report.eigensolves);
  }
  return fit;
}

/// The method, once moments are known to be enough for it.
const Method& checked_moment_method(const GroupMoments& moments, const FitSettings& settings) {
  const Method& method = checked_method(settings, !moments.protected_columns().empty(),
                                        moments.label_column().has_value());
  if (settings.missing == MissingCells::kMean || settings.missing == MissingCells::kModel) {
    reject(fit_message<"missing-cells-of-moments">(
        "option"_is(OptionName{"missing"}),
        "value"_is(settings.missing == MissingCells::kMean ? "mean" : "model")));
  }
  return method;
}

std::vector<FitOrProblem> fit_one_by_one(const Method& method, const FitInput& input,
                                         const std::vector<OptionValues>& grid) {
  std::vector<FitOrProblem> fits(grid.size());
  for (std::size_t i = 0; i < grid.size(); ++i) {
    try {
      fits[i].fit = fit_method(method, input, grid[i]);
    } catch (const InvalidArgument& error) {
      fits[i].problem = error.message();
    }
  }
  return fits;
}

GroupMoments read_moments_of(RowSource& source, const FitSettings& settings, const Method& method) {
  // The model's own expectations come later; for the mean, the scale and the groups means will do.
  const bool models_cells = settings.missing == MissingCells::kModel;
  try {
    return accumulate_moments(source, settings.pass,
                              models_cells ? MissingCells::kMean : settings.missing,
                              settings.missing_category);
  } catch (InvalidArgument& error) {
    offer_ways_with_missing_cells(source.schema(), source.can_rewind(), method, error);
    throw;
  }
}

std::vector<FitOrProblem> fit_all_settings(const Method& method, const FitInput& input,
                                           const std::vector<OptionValues>& grid) {
  if (!method.fit_all) return fit_one_by_one(method, input, grid);
  try {
    std::vector<FitOrProblem> fits;
    for (Fit& fit : fit_method_all(method, input, grid)) fits.push_back({std::move(fit), {}});
    return fits;
  } catch (const InvalidArgument&) {  // one of them: which, and why
    return fit_one_by_one(method, input, grid);
  }
}

void add_note(const std::optional<SelectedColumns>& selected, Fit& fit) {
  if (selected) fit.report.notes.insert(fit.report.notes.begin(), selected->note);
}

}  // namespace

bool uses_label(const Method& method, const FitSettings& settings) {
  return method.uses_label && method.uses_label(settings.options);
}

bool needs_rows_again(const Method& method, const FitSettings& settings) {
  return method.needs != Needs::kMoments || settings.missing == MissingCells::kModel;
}

const Method& checked_method(const FitSettings& settings, bool has_protected_columns,
                             bool has_label) {
  check_settings(settings);
  const Method& method = find_method(settings.method);
  if (method.min_groups > 0 && !has_protected_columns) {
    reject(fit_message<"too-few-groups">("method"_is(method.id), "needed"_is(method.min_groups),
                                         "reason"_is("no protected column was given")));
  }
  const bool is_share = std::holds_alternative<double>(settings.dimensions.wanted);
  if (is_share && settings.dimensions.share_of_worst_group && !has_protected_columns) {
    reject(fit_message<"share-without-groups">("option"_is(OptionName{"dimensions"})));
  }
  if (!has_label && uses_label(method, settings)) {
    reject(fit_message<"no-label-column">("method"_is(method.id)));
  }
  return method;
}

void offer_ways_with_missing_cells(const Schema& schema, bool can_rewind, const Method& method,
                                   InvalidArgument& error) {
  if (error.message().code() != "missing-cell") return;
  if (can_rewind) error.offer({"missing", "mean"}, "fills it");
  error.offer({"missing", "drop-row"}, "leaves its row out");
  if (can_rewind && method.models_missing_cells) {
    error.offer({"missing", "model"}, "takes its expectation");
  }
  offer_missing_level(schema, error);
}

Fit fit_gathered(const Method& method, GatheredRows gathered, const FitSettings& settings) {
  std::optional<SelectedColumns> selected =
      drop_by_deviation(gathered.moments, settings.drop_deviation);
  if (selected) gathered.moments = std::move(selected->moments);
  // A row that lacks a cell of a dropped column alone is not in the moments either.
  const bool leaves_rows_out = selected && settings.missing == MissingCells::kDropRow;
  RowSource* rows = needs_rows_again(method, settings) ? gathered.rows(leaves_rows_out) : nullptr;
  Fit fit = solve(method, gathered.moments, settings, rows, gathered.kept);
  add_note(selected, fit);
  return fit;
}

TimedFit fit_rows(RowSource& rows, const FitSettings& settings) {
  const Method& method = checked_method(settings, !rows.schema().protected_columns.empty(),
                                        rows.schema().label.has_value());
  if (needs_rows_again(method, settings) && !rows.can_rewind()) {
    reject(fit_message<"needs-rows-again">("place"_is(Place{rows.name()}), "method"_is(method.id)));
  }
  TimedFit result;
  Stopwatch watch;
  const std::vector<std::string> missing_is_level =
      columns_with_missing_level(rows.schema(), settings.missing_category);
  AdaptedRows source = rows_in_groups(rows, settings.grouping.missing, settings.missing,
                                      uses_label(method, settings), missing_is_level);
  BandwidthRows kept(source.schema(), settings, missing_is_level, source.numbers_stay());
  AdaptedRows watched(source, source.schema(), [&kept](RowBlock& block) { kept.add(block); });
  GroupMoments moments = read_moments_of(watched, settings, method);
  result.seconds.read = watch.lap();
  AdaptedRows complete(source, source.schema(), [&missing_is_level](RowBlock& block) {
    weigh_complete_rows(block, missing_is_level);
  });
  const auto again = [&](bool leaves_rows_out) -> RowSource* {
    return leaves_rows_out ? &complete : &source;
  };
  result.fit = fit_gathered(method, {std::move(moments), &kept, again}, settings);
  result.fit.model.label_column = rows.schema().label;
  put_column_warnings(rows, result.fit.report.warnings);
  set_seconds(watch.lap(), result);
  return result;
}

TimedFit fit_moments(const GroupMoments& moments, const FitSettings& settings) {
  const Method& method = checked_moment_method(moments, settings);
  TimedFit result;
  Stopwatch watch;
  const std::optional<SelectedColumns> selected =
      drop_by_deviation(moments, settings.drop_deviation);
  result.fit = solve(method, selected ? selected->moments : moments, settings, nullptr, nullptr);
  add_note(selected, result.fit);
  set_seconds(watch.lap(), result);
  return result;
}

std::vector<FitOrProblem> fit_moments_grid(const GroupMoments& moments, const FitSettings& settings,
                                           const std::vector<OptionValues>& grid) {
  const Method& method = checked_moment_method(moments, settings);
  for (const OptionValues& options : grid) check_options(method, options);
  const std::optional<SelectedColumns> selected =
      drop_by_deviation(moments, settings.drop_deviation);
  const GroupMoments& kept = selected ? selected->moments : moments;
  const PreparedMoments prepared = prepared_for(kept, settings);
  FitInput input{settings};
  input.moments = &kept;
  input.prepared = &prepared;
  std::vector<FitOrProblem> fits = fit_all_settings(method, input, grid);
  FitSettings with_options = settings;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    with_options.options = grid[i];
    if (fits[i].fit) put_provenance(with_options, *fits[i].fit);
  }
  return fits;
}

}  // namespace fairpca
