// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measured_groups.h"

namespace fairpca {

void measure_moments_of_coordinates(const MeasureContext& /*context*/, Measured& /*measured*/) {}
void measure_mmd(const MeasureContext& /*context*/, Measured& /*measured*/) {}
void measure_adversaries(const MeasureContext& /*context*/, Measured& /*measured*/) {}
void measure_decisions(const MeasureContext& /*context*/, Measured& /*measured*/) {}

}  // namespace fairpca
