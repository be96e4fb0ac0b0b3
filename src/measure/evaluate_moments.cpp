// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_moments.h"

#include <map>
#include <string>
#include <vector>

#include "measure/evaluate_tables.h"
#include "measure/evaluation_view.h"
#include "measure/messages.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// The moments of the model's columns.
GroupMoments moments_for_model(const GroupMoments& moments, const Model& model) {
  if (model.encoding == moments.encoding()) return moments;
  std::map<std::string, Index> place;
  for (const std::string& name : moments.encoding().names()) {
    place.emplace(name, static_cast<Index>(place.size()));
  }
  std::vector<Index> kept;
  for (const std::string& name : model.encoding.names()) {
    const auto found = place.find(name);
    if (found == place.end()) reject(measure_message<"different-encoding">());
    // Columns are selected in their order alone.
    if (!kept.empty() && found->second <= kept.back()) {
      reject(measure_message<"different-encoding">());
    }
    kept.push_back(found->second);
  }
  return moments.selected(kept);
}

Schema schema_of_moments(const GroupMoments& moments) {
  Schema schema;
  schema.protected_columns = moments.protected_columns();
  schema.label = moments.label_column();
  return schema;
}

}  // namespace

TimedEvaluation evaluate_moments(const GroupMoments& moments, const Model& model,
                                 const EvaluateSettings& settings, const GroupMoments* training) {
  check_evaluate_settings(settings, schema_of_moments(moments));
  TimedEvaluation result;
  Stopwatch watch;
  const GroupMoments evaluated = moments_for_model(moments, model);
  const GroupMoments trained =
      training == nullptr ? GroupMoments() : moments_for_model(*training, model);
  MeasureInput input{.model = model,
                     .groups = evaluated_groups(model, evaluated,
                                                training == nullptr ? nullptr : &trained, settings),
                     .evaluated = {&evaluated},
                     .settings = measure_settings(settings)};
  input.settings.has_intervals = false;
  if (training != nullptr) input.training = MeasuredPart{&trained};
  add_measures(input, result.evaluation);
  result.evaluate_seconds = watch.lap();
  return result;
}

}  // namespace fairpca
