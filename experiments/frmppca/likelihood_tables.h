// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "experiments/compared_table.h"
#include "experiments/frmppca/frmppca_tables.h"
#include "experiments/frmppca/method_values.h"

namespace fairpca {

/// One measure of all methods: of all rows, of each group, and the gap between groups; means over
/// the seeds with their deviations.  In the line of MPPCA `own` is the dissertation's, a Gaussian
/// mixture with a PCA in each component.
ComparedTable measure_table(const SeedValues& seeds, LikelihoodMeasure measure,
                            const std::string& id, const std::string& title);

/// Puts a number of the text into the cell it is of.
void put_published(const PublishedGroupValue& value, ComparedTable& table);

/// The measures of decisions of section 1.1, of a classifier on the test rows' coordinates.
ComparedTable decision_table(const SeedValues& seeds, const std::string& id,
                             const std::string& title);

}  // namespace fairpca
