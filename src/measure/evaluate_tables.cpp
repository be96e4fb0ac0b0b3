// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluate_tables.h"

#include <map>
#include <utility>

#include "measure/drift.h"
#include "measure/evaluate_options.h"
#include "measure/evaluated_bandwidth.h"
#include "measure/evaluation_view.h"
#include "measure/measure_setup.h"
#include "measure/messages.h"

namespace fairpca {
namespace {

GroupingOptions grouping_of(const Model& model, const EvaluateSettings& settings) {
  GroupingOptions grouping{.missing = settings.missing_group};
  const auto option = model.provenance.options.find("combine");
  const bool was_per_attribute =
      option != model.provenance.options.end() && option->second == "per-attribute";
  grouping.combine = settings.combine.value_or(was_per_attribute ? Combine::kPerAttribute
                                                                 : Combine::kIntersection);
  return grouping;
}

}  // namespace

std::vector<Group> evaluated_groups(const Model& model, const GroupMoments& evaluated,
                                    const GroupMoments* training,
                                    const EvaluateSettings& settings) {
  const GroupingOptions grouping = grouping_of(model, settings);
  if (training == nullptr) return form_groups(evaluated, grouping);
  std::map<CellKey, Moments> cells;
  const Moments one_row = Moments::from_parts(1, 1, 1, Vector(0), Matrix(0, 0));
  for (const GroupMoments* moments : {&evaluated, training}) {
    for (const auto& [key, cell] : moments->cells()) cells.emplace(key, one_row);
  }
  return form_groups(GroupMoments::from_parts(Encoding(), evaluated.protected_columns(),
                                              evaluated.label_column(), std::move(cells)),
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

void check_evaluate_settings(const EvaluateSettings& settings, const Schema& schema) {
  evaluate_options().check(settings);
  for (const std::string& id : settings.measures) find_measure(id);
  if (!settings.positive.empty() && !schema.label) {
    reject(measure_message<"positive-without-label">("option"_is(OptionName{"positive"})));
  }
}

void evaluate_tables(const Model& model, const ScoredTable& evaluated, const ScoredTable* training,
                     const EvaluateSettings& settings, Evaluation& evaluation) {
  const std::vector<Group> groups = evaluated_groups(
      model, evaluated.moments, training == nullptr ? nullptr : &training->moments, settings);
  const Model with_bandwidth =
      model_with_bandwidth(model, evaluated, groups, settings, evaluation.notes);
  MeasureInput input{.model = with_bandwidth,
                     .groups = groups,
                     .evaluated = evaluated.part(),
                     .settings = measure_settings(settings)};
  if (training != nullptr) input.training = training->part();
  add_measures(input, evaluation);
  const MeasureSetup setup(input);
  evaluation.drift = drift_since_fit(setup.context());
}

}  // namespace fairpca
