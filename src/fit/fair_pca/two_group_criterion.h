// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// A criterion of fair PCA in the plane of captured variances (v0, v1).
///
/// Losses and errors are offset_g - v_g, the offset being sigma_d(M_g) or tr M_g; the larger is
/// minimised.  Nash minimises -ln v0 - ln v1.
struct TwoGroupCriterion {
  FairPcaCriterion kind = FairPcaCriterion::kLoss;
  double offset0 = 0, offset1 = 0;

  double objective(const Captured& v) const;

  /// A lower bound on the objective of every projection, from the support line alone:
  /// sum_g n_g offset_g - upper, over n0 + n1; Nash: ln n0 + ln n1 - 2 ln(upper / 2).
  double bound(const SupportPoint& point) const;

  /// On the boundary the optimum is where its excess is 0: equal losses or errors; n0 v0 = n1 v1.
  Line line(const SupportPoint& point) const;
};

}  // namespace fairpca
