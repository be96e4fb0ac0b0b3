// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "measure/group_draws.h"

namespace fairpca {

/// What draws of rows say about groups whatever the model's frame: made once, it serves every model
/// measured on the same prepared rows with the same groups, seed and number of draws
/// (MeasureInput::loss_draws).
struct LossDraws {
  /// Of each published group, draws x p: the group's mean in the scaled space.
  std::vector<Matrix> means;
  /// Of each published group, draws x p: column d - 1 is sigma_d of the group's second moment about
  /// the model's mean (under Center::kGroup about the mean of the drawn rows).  Empty: not wanted,
  /// or it would cost more than `kMostLossDraws` multiply-adds.
  std::vector<Matrix> top_sums;
};

/// Most multiply-adds that draws of second moments may cost: some ten seconds on two processors.
inline constexpr double kMostLossDraws = 2e11;

/// sum over published groups of n_g p^2 draws.
double cost_of_loss_draws(const MeasureContext& context);

/// The draws of the published groups of the evaluated rows; needs MeasuredPart::prepared.  Same
/// bits for any number of threads.
LossDraws draw_losses(const MeasureContext& context, const GroupDraws& draws,
                      bool wants_second_moments = true);

/// The same for whoever measures many models on the same rows; empty where intervals are not wanted
/// or the prepared rows are not kept.  The model's frame is not looked at.
LossDraws draw_losses(const MeasureInput& input);

}  // namespace fairpca
