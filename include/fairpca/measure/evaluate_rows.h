// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/measure/evaluate.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Everything an evaluation is asked for, besides the model and the rows.
struct EvaluateSettings {
  Center center = Center::kOverall;
  EncodeOptions encode = {};  ///< `fill` is the model's mean, whatever is given
  /// How several protected columns form groups; nullopt: as for the fit of the model.
  std::optional<Combine> combine = {};
  MissingGroup missing_group = MissingGroup::kError;
  Index min_group_size = 10;
  PassOptions pass = {};
  SpectralOptions spectral = {};
};

struct TimedEvaluation {
  Evaluation evaluation;
  double read_seconds = 0;      ///< the pass over the rows
  double evaluate_seconds = 0;  ///< errors and losses
};

/// Reads the rows once, as the model encodes them, forms groups of their protected columns and
/// measures the model: what the command line does.  The source delivers the model's features
/// (ColumnRoles::features = model.encoding.features()).  Settings are checked before a row is read.
TimedEvaluation evaluate_rows(RowSource& rows, const Model& model,
                              const EvaluateSettings& settings = {});

}  // namespace fairpca
