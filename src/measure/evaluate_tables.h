// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluate_rows.h"
#include "measure/score_rows.h"

namespace fairpca {

/// Throws InvalidArgument for what can be known to be wrong before a row is read.
void check_evaluate_settings(const EvaluateSettings& settings, const Schema& schema);

/// Forms groups of the rows of both tables, measures the model on the evaluated ones and tells how
/// they moved since the fit.  Without training rows (null) classifiers are cross-fitted.
void evaluate_tables(const Model& model, const ScoredTable& evaluated, const ScoredTable* training,
                     const EvaluateSettings& settings, Evaluation& evaluation);

}  // namespace fairpca
