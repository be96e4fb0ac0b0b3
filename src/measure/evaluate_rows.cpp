// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/evaluate_rows.h"

#include "measure/evaluate_tables.h"
#include "measure/messages.h"
#include "model/encode_for_model.h"
#include "moments/rows_in_groups.h"
#include "rows/column_warnings.h"
#include "rows/stopwatch.h"

namespace fairpca {
namespace {

/// What a row is encoded with, once everything that needs no row is known to be right.
EncodeOptions checked_encoding(const Model& model, const EvaluateSettings& settings,
                               const Schema& schema) {
  check_evaluate_settings(settings, schema);
  if (model.mixture && settings.center == Center::kGroup) {
    reject(measure_message<"center-of-mixture">("option"_is(OptionName{"center"})));
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

}  // namespace

TimedEvaluation evaluate_rows(RowSource& rows, const Model& model, const EvaluateSettings& settings,
                              RowSource* training) {
  const EncodeOptions encode = checked_encoding(model, settings, rows.schema());
  TimedEvaluation result;
  Stopwatch watch;
  const ScoredTable evaluated = read_scored_rows(rows, model, encode, settings);
  std::optional<ScoredTable> trained_on;
  if (training != nullptr) trained_on = read_scored_rows(*training, model, encode, settings);
  result.read_seconds = watch.lap();
  evaluate_tables(model, evaluated, trained_on ? &*trained_on : nullptr, settings,
                  result.evaluation);
  put_column_warnings(rows, result.evaluation.warnings);
  result.evaluate_seconds = watch.lap();
  return result;
}

}  // namespace fairpca
