// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "measure/measured_groups.h"

namespace fairpca {

/// A measure and the function that computes it.
struct RegisteredMeasure {
  Measure measure;
  MeasureFamily family = nullptr;
};

/// The registry, in the order people should read it.
const std::vector<RegisteredMeasure>& registered_measures();

}  // namespace fairpca
