// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/rows/arrow_rows.h"
#include "rows/arrow_batch.h"

namespace fairpca {

/// Names and types of the columns of a stream, without those that pandas made of an index without
/// a name; nothing is said about their uses.  Throws InvalidArgument unless it is a stream of
/// record batches, IoError for a name that is not UTF-8.
void read_arrow_fields(const ArrowSchema& schema, ArrowLayout& layout);

/// Whether another stream of the same source has the same columns.
bool has_same_fields(const ArrowSchema& schema, const ArrowLayout& layout);

/// Spells booleans and floats as levels that are known do.
void spell_as_known(const std::map<std::string, std::vector<std::string>>& known_levels,
                    ArrowLayout& layout);

}  // namespace fairpca
