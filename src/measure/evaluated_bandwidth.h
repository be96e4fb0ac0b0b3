// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluate_rows.h"
#include "measure/score_rows.h"

namespace fairpca {

/// The model with the bandwidth that MMD is measured with: its own; where it has none, the authors'
/// rule applied to plain PCA of the published evaluated rows to as many dimensions (of a mixture,
/// to its embedding of them), with a note.  Without a bandwidth where neither can be had.
Model model_with_bandwidth(const Model& model, const ScoredTable& evaluated,
                           const std::vector<Group>& groups, const EvaluateSettings& settings,
                           std::vector<Message>& notes);

}  // namespace fairpca
