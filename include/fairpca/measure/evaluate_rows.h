// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/measure/evaluation.h"
#include "fairpca/model/model.h"
#include "fairpca/moments/prepared_moments.h"
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
  std::vector<std::string> measures = {};  ///< ids; empty: all that the data allow
  Classifier classifier = Classifier::kLogistic;
  std::string positive = {};  ///< level of the label; empty: the last
  bool has_intervals = true;  ///< false: the rows were trained on
  std::uint64_t seed = 0;     ///< of draws, permutations, folds and samples
  PassOptions pass = {};
};

struct TimedEvaluation {
  Evaluation evaluation;
  double read_seconds = 0;      ///< the pass over the rows
  double evaluate_seconds = 0;  ///< measures
};

/// Reads the rows once, as the model encodes them, forms groups of their protected columns and
/// measures the model: what the command line does.  The source delivers the model's features
/// (ColumnRoles::features = model.encoding.features()).  Classifiers are fitted to the rows of
/// `training`, which has the same columns; without it they are cross-fitted in five folds.
/// Settings are checked before a row is read.
TimedEvaluation evaluate_rows(RowSource& rows, const Model& model,
                              const EvaluateSettings& settings = {}, RowSource* training = nullptr);

}  // namespace fairpca
