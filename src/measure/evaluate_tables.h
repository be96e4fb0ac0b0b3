// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluate_rows.h"
#include "measure/score_rows.h"

namespace fairpca {

/// Throws InvalidArgument for what can be known to be wrong before a row is read.
void check_evaluate_settings(const EvaluateSettings& settings, const Schema& schema);

/// The groups formed by the cells of both, whose moments are not merged for that; `training` may be
/// null.  They are combined as the settings say, otherwise as in the fit of the model.
std::vector<Group> evaluated_groups(const Model& model, const GroupMoments& evaluated,
                                    const GroupMoments* training, const EvaluateSettings& settings);

MeasureSettings measure_settings(const EvaluateSettings& settings);

/// Forms groups of the rows of both tables, measures the model on the evaluated ones and tells how
/// they moved since the fit.  Without training rows (null) classifiers are cross-fitted.
void evaluate_tables(const Model& model, const ScoredTable& evaluated, const ScoredTable* training,
                     const EvaluateSettings& settings, Evaluation& evaluation);

}  // namespace fairpca
