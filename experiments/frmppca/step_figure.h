// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "experiments/frmppca/method_values.h"
#include "figure/figure.h"

namespace fairpca {

/// One measure along the steps of the searched method: its groups.  Lines are of the first seed,
/// bands from the least to the largest of all seeds.
Figure steps_of_groups(const SeedValues& seeds, LikelihoodMeasure measure, const std::string& id,
                       const std::string& title);

/// The same with all methods, those without steps as level lines: all rows, and each group; of more
/// than two groups only the searched method's.
Figure steps_of_methods(const SeedValues& seeds, LikelihoodMeasure measure, const std::string& id,
                        const std::string& title);

}  // namespace fairpca
