// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include "fairpca/fit/fit_settings.h"
#include "options/option_table.h"

namespace fairpca {

/// The options that all methods share.
const OptionTable<FitSettings>& settings_table();

/// Throws InvalidArgument for the first of them that is not allowed.
void check_shared_settings(const FitSettings& settings);

/// What the model file keeps of the settings, as the command line writes them: the method, the
/// dimensions, and every other option that is not at its default or was given to the method.
std::map<std::string, std::string> settings_text(const FitSettings& settings);

}  // namespace fairpca
