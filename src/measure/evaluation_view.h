// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluation.h"
#include "measure/measure_input.h"

namespace fairpca {

/// Measures what `input` asks for, and fills `evaluation` with it: the list of measures, and the
/// errors and losses of groups, which are always there.
void add_measures(const MeasureInput& input, Evaluation& evaluation);

}  // namespace fairpca
