// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// `reconstruction`; `none` for the baselines.
const char* fairness_word(Fairness fairness);

/// `moments`, `rows in memory`, `rows, several passes`.
const char* needs_word(Needs needs);

/// `count`, `number or word`.
const char* option_type_word(OptionType type);

/// Everything the registry says about `methods`, and the options that all methods share, as JSON
/// (docs/formats/json.md), indented, ending in a newline.
std::string methods_json(const std::vector<Method>& methods);

}  // namespace fairpca
