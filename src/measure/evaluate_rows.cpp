// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_rows.h"

#include <map>
#include <utility>

#include "measure/drift.h"
#include "measure/evaluate_options.h"
#include "measure/evaluated_bandwidth.h"
#include "measure/evaluation_view.h"
#include "measure/measure_setup.h"
#include "measure/messages.h"
#include "measure/score_rows.h"
#include "model/encode_for_model.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// What a row is encoded with, once everything that needs no row is known to be right.
EncodeOptions checked_encoding(const Model& model, const EvaluateSettings& settings,
                               const Schema& schema) {
  evaluate_options().check(settings);
  for (const std::string& id : settings.measures) find_measure(id);
  if (model.mixture && settings.center == Center::kGroup) {
    reject(measure_message<"center-of-mixture">("option"_is(OptionName{"center"})));
  }
  if (!settings.positive.empty() && !schema.label) {
    reject(measure_message<"positive-without-label">("option"_is(OptionName{"positive"})));
  }
  return encode_for_model(model, settings.encode);
}

ScoredTable read_scored_rows(RowSource& rows, const Model& model, const EncodeOptions& encode,
                             const EvaluateSettings& settings) {
  AdaptedRows grouped =
      rows_in_groups(rows, settings.missing_group, encode.missing, /*keeps_label=*/true,
                     model.encoding.columns_with_missing_level());
  try {
    return score_rows(grouped, model, encode, settings.pass);
  } catch (InvalidArgument& error) {
    offer_ways_with_missing_cells(model, /*may_drop_rows=*/true, error);
    throw;
  }
}

GroupingOptions grouping_of(const Model& model, const EvaluateSettings& settings) {
  GroupingOptions grouping{.missing = settings.missing_group};
  const auto option = model.provenance.options.find("combine");
  const bool was_per_attribute =
      option != model.provenance.options.end() && option->second == "per-attribute";
  grouping.combine = settings.combine.value_or(was_per_attribute ? Combine::kPerAttribute
                                                                 : Combine::kIntersection);
  return grouping;
}

/// The groups formed by the cells of both tables, whose moments are not merged for that.
std::vector<Group> groups_of_tables(const ScoredTable& evaluated,
                                    const std::optional<ScoredTable>& training,
                                    const GroupingOptions& grouping) {
  if (!training) return form_groups(evaluated.moments, grouping);
  std::map<CellKey, Moments> cells;
  const Moments one_row = Moments::from_parts(1, 1, 1, Vector(0), Matrix(0, 0));
  for (const GroupMoments* moments : {&evaluated.moments, &training->moments}) {
    for (const auto& [key, cell] : moments->cells()) cells.emplace(key, one_row);
  }
  return form_groups(GroupMoments::from_parts(Encoding(), evaluated.moments.protected_columns(),
                                              evaluated.moments.label_column(), std::move(cells)),
                     grouping);
}

MeasureSettings measure_settings(const EvaluateSettings& settings) {
  return {.measures = settings.measures,
          .classifier = settings.classifier,
          .positive = settings.positive,
          .center = settings.center,
          .min_group_size = settings.min_group_size,
          .has_intervals = settings.has_intervals,
          .seed = settings.seed,
          .threads = settings.pass.threads};
}

}  // namespace

TimedEvaluation evaluate_rows(RowSource& rows, const Model& model, const EvaluateSettings& settings,
                              RowSource* training) {
  const EncodeOptions encode = checked_encoding(model, settings, rows.schema());
  TimedEvaluation result;
  Stopwatch watch;
  const ScoredTable evaluated = read_scored_rows(rows, model, encode, settings);
  std::optional<ScoredTable> trained_on;
  if (training != nullptr) trained_on = read_scored_rows(*training, model, encode, settings);
  const std::vector<Group> groups =
      groups_of_tables(evaluated, trained_on, grouping_of(model, settings));
  result.read_seconds = watch.lap();

  const Model with_bandwidth =
      model_with_bandwidth(model, evaluated, groups, settings, result.evaluation.notes);
  MeasureInput input{.model = with_bandwidth,
                     .groups = groups,
                     .evaluated = evaluated.part(),
                     .settings = measure_settings(settings)};
  if (trained_on) input.training = trained_on->part();
  add_measures(input, result.evaluation);
  const MeasureSetup setup(input);
  result.evaluation.drift = drift_since_fit(setup.context());
  put_column_warnings(rows, result.evaluation.warnings);
  result.evaluate_seconds = watch.lap();
  return result;
}

}  // namespace fairpca
