// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "moments/rank_update.h"

/// What rank_update_tile.inc needs for every instruction set.
namespace fairpca {

struct TilePlace {
  std::ptrdiff_t row, column, rows, columns;
};

/// Adds the part of a column-major tile that lies on or below the diagonal and inside p x p.
inline void add_lower(const TilePlace& place, const double* tile, std::ptrdiff_t p,
                      double* scatter) {
  const std::ptrdiff_t row_end = std::min(place.row + place.rows, p);
  const std::ptrdiff_t column_end = std::min(place.column + place.columns, p);
  for (std::ptrdiff_t j = place.column; j < column_end; ++j) {
    const double* from = tile + (j - place.column) * place.rows - place.row;
    double* to = scatter + j * p;
    for (std::ptrdiff_t i = std::max(place.row, j); i < row_end; ++i) to[i] += from[i];
  }
}

}  // namespace fairpca
