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

/// The line, shape or area that stands for a series in a legend, around the middle of (24 x 14)
/// from (`left`, `middle` - 7).
std::string swatch_marks(const Figure& figure, int series, double left, double middle);

/// The same as a small drawing of its own, for legends of pages.
std::string swatch_svg(const Figure& figure, int series);

/// The colours of a heat map and their numbers.
double heat_legend_height();
void draw_heat_legend(const Figure& figure, double left, double top, Canvas& canvas);

}  // namespace fairpca
