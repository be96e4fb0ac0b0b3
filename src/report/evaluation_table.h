// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/measure/evaluation.h"
#include "report/table_style.h"

namespace fairpca {

/// A line per measured number, with its interval and floor: of all rows and of differences; those
/// of groups where the style asks for all groups, named as rules name them (`loss[Female]`).  Empty
/// where nothing was measured.
std::string measures_table(const Evaluation& evaluation, const TableStyle& style);

/// A sentence per statement on how groups moved since the fit; empty where there is none.
std::string drift_lines(const Drift& drift, const TableStyle& style);

}  // namespace fairpca
