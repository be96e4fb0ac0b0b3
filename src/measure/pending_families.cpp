// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measured_groups.h"

namespace fairpca {

void measure_reconstruction(const MeasureContext& /*context*/, Measured& /*measured*/) {}
void measure_likelihood(const MeasureContext& /*context*/, Measured& /*measured*/) {}
void measure_communality(const MeasureContext& /*context*/, Measured& /*measured*/) {}

}  // namespace fairpca
