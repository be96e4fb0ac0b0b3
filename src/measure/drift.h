// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/drift.h"
#include "measure/measured_groups.h"

namespace fairpca {

/// Shares, errors and means of the published groups against what the model remembers of them.
/// Errors only where both are about the overall mean; a group that the fit did not publish, or that
/// was formed of other columns, is left out.  Needs the rows.
Drift drift_since_fit(const MeasureContext& context);

}  // namespace fairpca
