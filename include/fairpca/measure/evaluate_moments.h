// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluate_rows.h"
#include "fairpca/moments/group_moments.h"

namespace fairpca {

/// Measures a model on the rows behind moments: what needs rows, and every interval, is left out.
///
/// The moments have the model's columns, and may have others, which are not looked at; `training`,
/// which may be null, is that of the rows fitted to.  Equal to evaluate_rows() on the same rows up
/// to rounding.  Throws InvalidArgument (`different-encoding`) where a column is not there, and
/// for mixtures, which need the rows.
TimedEvaluation evaluate_moments(const GroupMoments& moments, const Model& model,
                                 const EvaluateSettings& settings = {},
                                 const GroupMoments* training = nullptr);

}  // namespace fairpca
