// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "figure/text_box.h"

namespace fairpca {

/// A label that wants to stand beside a point.
struct WantedLabel {
  std::string text;
  double x = 0, y = 0;
  double distance = 6;            ///< between the point and the text
  double away_x = 0, away_y = 0;  ///< preferred direction (outwards); 0, 0: none
};

struct PlacedLabel {
  double x = 0, y = 0;  ///< start of the baseline
  Box box;
};

/// Places labels one after another, the earlier ones first, so that no box overlaps another, an
/// obstacle in `fixed`, or the outside of `frame`.  Those for which no place around their point is
/// free are left out.  Boxes in `soft` (points, lines) are avoided where that is possible.
std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<WantedLabel>& labels,
                                                     double size, const Box& frame,
                                                     const std::vector<Box>& fixed,
                                                     const std::vector<Box>& soft);

/// Moves wanted places on a line apart until they are `distance` from each other and inside
/// [low, high], in their order; by little.  Empty where there is no room for all.
std::vector<double> spread(const std::vector<double>& wanted, double distance, double low,
                           double high);

}  // namespace fairpca
