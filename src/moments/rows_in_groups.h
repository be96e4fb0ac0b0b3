// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/moments/groups.h"
#include "rows/adapted_rows.h"

namespace fairpca {

/// `rows`, of which one without a protected level is rejected with its place, unless
/// `missing_group` allows it; without the label column unless `keeps_label`.
AdaptedRows rows_in_groups(RowSource& rows, MissingGroup missing_group, MissingCells missing,
                           bool keeps_label = true);

}  // namespace fairpca
