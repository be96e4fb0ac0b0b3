// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/fit_result.h"
#include "fairpca/measure/evaluation.h"
#include "fairpca/model/model.h"
#include "report/table_style.h"

namespace fairpca {

/// Text for people: aligned columns, one line per group, ending in a newline; no line longer than
/// the style's width.  Control characters in names are escaped; numbers left out are shown as `-`.
/// Of many groups the worst are shown (group_order.h), unless the style asks for all.
std::string fit_table(const Fit& fit, const TableStyle& style = {});
std::string evaluation_table(const Model& model, const Evaluation& evaluation,
                             const TableStyle& style = {});
/// With the settings of the fit as the interface spells them.
std::string model_table(const Model& model, const TableStyle& style = {});

}  // namespace fairpca
