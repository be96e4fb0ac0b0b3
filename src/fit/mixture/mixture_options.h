// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/mixture_ppca.h"
#include "options/option_table.h"

namespace fairpca {

/// What all mixtures are asked for.
const OptionTable<MixtureOptions>& mixture_options();

/// Numbers of components to choose from where a mixture is tuned.
std::vector<OptionValues> grid_of_components();

}  // namespace fairpca
