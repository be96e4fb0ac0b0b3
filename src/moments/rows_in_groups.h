// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/moments/groups.h"
#include "rows/adapted_rows.h"

namespace fairpca {

/// `rows`, of which one without a protected level is rejected with its place, unless
/// `missing_group` allows it; without the label column unless `keeps_label`.  Missing cells of
/// `missing_is_level` are a level: they leave no row out under kDropRow.
AdaptedRows rows_in_groups(RowSource& rows, MissingGroup missing_group, MissingCells missing,
                           bool keeps_label = true, std::vector<std::string> missing_is_level = {});

/// The categorical features, where missing cells of them are a level.
std::vector<std::string> columns_with_missing_level(const Schema& schema,
                                                    MissingCategory missing_category);

/// Adds to the rejection of a missing category of `schema` that it can be a level.
void offer_missing_level(const Schema& schema, InvalidArgument& error);

}  // namespace fairpca
