// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/rows/encoding.h"
#include "options/option_table.h"

namespace fairpca {

/// `error`, `mean`, `drop-row`, `model`.
const Words<MissingCells>& missing_words();

/// `error`, `level`.
const Words<MissingCategory>& missing_category_words();

/// `unseen` and `missing`.
const OptionTable<EncodeOptions>& encode_options();

}  // namespace fairpca
