// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/measured_groups.h"

namespace fairpca {

/// Of each published group of the evaluated rows, its mean in the training rows, scaled and about
/// the model's mean: of the training moments, otherwise as the model remembers it.  None for groups
/// that had too few training rows to be published.
std::vector<std::optional<Vector>> training_means(const MeasureContext& context);

/// Of each published group, the d leading eigenvectors of its second moment in the training rows
/// about the model's mean; none without training moments, and for groups too small there.
std::vector<std::optional<Matrix>> training_frames(const MeasureContext& context, Index d);

/// Notes that `measure` was left out, where it was asked for by name.
void note_no_training(const MeasureContext& context, const std::string& measure,
                      Measured& measured);

}  // namespace fairpca
