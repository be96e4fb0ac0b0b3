// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "figure/canvas.h"
#include "figure/figure.h"

namespace fairpca {

/// Entries of a legend in rows, outside the data.
struct Legend {
  std::vector<int> series;  ///< those with marks and a name
  /// Left ends of the entries of a row, one per entry; entry i is in row row[i].
  std::vector<double> left;
  std::vector<std::size_t> row;
  std::size_t rows = 0;
  double entry_width = 0;  ///< widest entry that is not cut
  bool is_flow = true;     ///< a running text of entries; otherwise a table by columns

  double height() const;
};

/// Lays the entries out over `width`, one after another where that takes at most two rows, and
/// otherwise in columns.
Legend legend_of(const Figure& figure, double width);

void draw_legend(const Figure& figure, const Legend& legend, double left, double top,
                 Canvas& canvas);

/// The colours of a heat map and their numbers.
double heat_legend_height();
void draw_heat_legend(const Figure& figure, double left, double top, Canvas& canvas);

}  // namespace fairpca
