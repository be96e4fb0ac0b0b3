// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "passes/pass_driver.h"

namespace fairpca {

/// A method over rows in memory: fitted exactly to a sample, by cell, of the rows; then one pass
/// says what the MMD of all rows is (docs/cluster.md).
TimedFit fit_sample(PassDriver& driver, const FitPassesOptions& options);

}  // namespace fairpca
