// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/error.h"
#include "fairpca/model/model.h"

namespace fairpca {

/// How new rows are encoded for `model`: `asked`, with the model's mean for missing cells under
/// kMean.  Throws InvalidArgument for kModel unless the model is probabilistic.
EncodeOptions encode_for_model(const Model& model, EncodeOptions asked);

/// Adds to the rejection of a missing cell what can be asked for instead, with this model.
void offer_ways_with_missing_cells(const Model& model, bool may_drop_rows, InvalidArgument& error);

}  // namespace fairpca
