// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/measure/measures.h"

namespace fairpca {

/// `lower`, `higher`, `nearer 0`, `nearer 0.5`, `none`: the values that are better.
const char* direction_word(Direction direction);

/// `moments`, `rows`, `label`.
const char* measure_needs_word(MeasureNeeds needs);

/// Everything the registry says about `measures`, as JSON (docs/formats/json.md), indented, ending
/// in a newline.
std::string measures_json(const std::vector<Measure>& measures);

}  // namespace fairpca
