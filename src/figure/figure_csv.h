// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "figure/figure.h"

namespace fairpca {

/// The numbers behind a figure, one line per point: `panel,mark,series,label,x,y,low,high,box_low,
/// box_high,value`.  Categories by name; numbers read back exactly; empty where there is none.
std::string csv_text(const Figure& figure);

}  // namespace fairpca
