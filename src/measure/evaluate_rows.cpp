// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_rows.h"

#include "measure/evaluate_options.h"
#include "measure/messages.h"
#include "model/encode_for_model.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// What a row is encoded with, once everything that needs no row is known to be right.
EncodeOptions checked_encoding(const Model& model, const EvaluateSettings& settings) {
  evaluate_options().check(settings);
  if (model.mixture && settings.center == Center::kGroup) {
    reject(measure_message<"center-of-mixture">("option"_is(OptionName{"center"})));
  }
  return encode_for_model(model, settings.encode);
}

/// Moments of the rows; where the model has a likelihood, rows are also scored one by one.
MeasuredRows read_rows(RowSource& rows, const Model& model, const EncodeOptions& encode,
                       const EvaluateSettings& settings) {
  AdaptedRows grouped =
      rows_in_groups(rows, settings.missing_group, encode.missing, /*keeps_label=*/true,
                     model.encoding.columns_with_missing_level());
  try {
    if (model.is_probabilistic()) return measure_rows(grouped, model, encode, settings.pass);
    return {accumulate_moments(grouped, model.encoding, encode, settings.pass), {}};
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

}  // namespace

TimedEvaluation evaluate_rows(RowSource& rows, const Model& model,
                              const EvaluateSettings& settings) {
  const EncodeOptions encode = checked_encoding(model, settings);
  TimedEvaluation result;
  Stopwatch watch;
  const auto [moments, scores] = read_rows(rows, model, encode, settings);
  const std::vector<Group> groups = form_groups(moments, grouping_of(model, settings));
  result.read_seconds = watch.lap();
  SpectralSolver spectral(settings.spectral);
  result.evaluation =
      evaluate(model, moments, groups, settings.center, spectral,
               model.is_probabilistic() ? &scores : nullptr, settings.min_group_size);
  put_column_warnings(rows, result.evaluation.warnings);
  result.evaluate_seconds = watch.lap();
  return result;
}

}  // namespace fairpca
