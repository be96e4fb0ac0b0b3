// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/fit_result.h"
#include "fairpca/measure/evaluate.h"
#include "fairpca/model/model.h"

namespace fairpca {

/// Plain text for people: aligned columns, one line per group, ending in a newline.  Control
/// characters in names are escaped; numbers left out are shown as `-`.
std::string fit_table(const Fit& fit);
std::string evaluation_table(const Model& model, const Evaluation& evaluation);
/// The settings of the fit are shown as the interface spells them.
std::string model_table(const Model& model, Spelling spelling);

}  // namespace fairpca
