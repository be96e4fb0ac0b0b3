// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include "fairpca/fit/fit_rows.h"

namespace fairpca {

/// What was asked for, option by option as the command line spells it, for Provenance::options.
/// Options left at their default are left out; threads never matter, so they are left out too.
std::map<std::string, std::string> settings_text(const FitSettings& settings);

}  // namespace fairpca
